/** A file of the build, as workbox-build lists it. */
export interface ShellFile {
  /** Relative to the folder of the page. */
  url: string;
  /** Hash of its bytes; null where its name has one. */
  revision: string | null;
}

export interface ShellSources {
  files: readonly ShellFile[];
  /** Address of the folder of the page, with a slash at the end. */
  scope: string;
  caches: Pick<CacheStorage, 'open'>;
  fetch: typeof fetch;
}

/** What the page consists of, kept so that it works without a network. */
export interface Shell {
  /** Null for what is no part of the page: the browser fetches that as ever. */
  answer(request: Pick<Request, 'method' | 'url' | 'mode' | 'destination'>): Promise<Response> | null;
  /** Fetches and keeps every file that is not kept yet. @throws Error where one can't be had */
  complete(): Promise<void>;
  /** Deletes what only other builds have. */
  tidy(): Promise<void>;
  /** Whether the host sends the headers of cross-origin isolation itself. */
  hostIsolates(): Promise<boolean>;
  /** Whether this build has such a file. */
  has(url: string): boolean;
}

const INDEX = 'index.html';
/** The folder of the files whose names have a hash: what an older build kept there is still right. */
const HASHED = 'assets/';
/** Few, so that the page's own requests are not at the end of a long queue. */
const LANES = 3;
const ISOLATION = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const;
/** What becomes an environment of its own, and is isolated only if it says so itself. */
const ISOLATES: readonly RequestDestination[] = ['document', 'iframe', 'script', 'sharedworker', 'worker'];

/**
 * The shell of the page. Builds share one cache: files with a hash in their names under their addresses, the others
 * under address and revision. So a new build fetches only what has changed, and a tab that still runs the old one
 * finds its code when the server no longer has it. Workbox's own cache of a build, whose list of files this is, deletes
 * them as soon as the new build takes over, and has all of a build fetched before the page can be isolated.
 */
export function openShell({ files, scope, caches, fetch }: ShellSources): Shell {
  const byName = new Map(files.map((file) => [file.url, file]));
  // The name tells apart the pages of one origin.
  const opened = async (): Promise<Cache> => caches.open(`sts-shell ${scope}`);
  const keyOf = ({ url, revision }: ShellFile): string =>
    revision === null ? scope + url : `${scope}${url}?revision=${revision}`;
  /** Null for what lies outside the folder. */
  const nameOf = (url: string): string | null =>
    url.startsWith(scope) ? url.slice(scope.length).replace(/[?#].*$/s, '') : null;
  let completing: Promise<void> | null = null;

  async function keep(cache: Cache, file: ShellFile): Promise<void> {
    // As the host gives the page itself: some redirect from index.html.
    const url = file.url === INDEX ? scope : scope + file.url;
    const response = await fetch(url, { cache: file.revision === null ? 'default' : 'reload' });
    if (!response.ok) throw new Error(`${file.url} could not be fetched: status ${response.status}`);
    const isPage = response.headers.get('content-type')?.includes('text/html') ?? false;
    if (isPage && !file.url.endsWith('.html')) {
      throw new Error(`${file.url} could not be fetched: the host answers with a web page`);
    }
    await cache.put(keyOf(file), isolating(response));
  }

  async function completeOnce(): Promise<void> {
    const cache = await opened();
    const kept = new Set((await cache.keys()).map(({ url }) => url));
    const missing = files.filter((file) => !kept.has(keyOf(file)));
    const lane = async (): Promise<void> => {
      for (let file = missing.shift(); file; file = missing.shift()) await keep(cache, file);
    };
    await Promise.all(Array.from({ length: LANES }, lane));
  }

  async function keptOrFetched(
    key: string,
    request: Parameters<Shell['answer']>[0],
    isolates: boolean,
  ): Promise<Response> {
    // Storage may be refused at any time; then the page needs its network, no more.
    const kept = await opened()
      .then((cache) => cache.match(key))
      .catch(() => undefined);
    if (kept) return kept;
    const response = await fetch(request as Request);
    return isolates ? isolating(response) : response;
  }

  return {
    answer(request) {
      const { method, url, mode, destination } = request;
      const name = nameOf(url);
      if (name === null || method !== 'GET') return null;
      const isolates = mode === 'navigate' || ISOLATES.includes(destination);
      const file = byName.get(name === '' && mode === 'navigate' ? INDEX : name);
      if (!file && !name.startsWith(HASHED) && !isolates) return null;
      return keptOrFetched(file ? keyOf(file) : scope + name, request, isolates);
    },
    complete() {
      completing ??= completeOnce().finally(() => (completing = null));
      return completing;
    },
    async tidy() {
      const cache = await opened();
      const current = new Set(files.map(keyOf));
      for (const request of await cache.keys()) {
        if (!current.has(request.url)) await cache.delete(request);
      }
    },
    async hostIsolates() {
      const { headers } = await fetch(scope, { cache: 'no-cache' });
      return (
        headers.get('Cross-Origin-Opener-Policy') === ISOLATION['Cross-Origin-Opener-Policy'] &&
        headers.has('Cross-Origin-Embedder-Policy')
      );
    },
    has: (url) => byName.has(nameOf(url) ?? ''),
  };
}

/** The answer with the headers that isolate a page; a redirect, which can't be read, as it is. */
export function isolating(response: Response): Response {
  if (response.type === 'opaqueredirect' || response.status === 0) return response;
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(ISOLATION)) headers.set(name, value);
  const { status, statusText } = response;
  return new Response(response.body, { status, statusText, headers });
}
