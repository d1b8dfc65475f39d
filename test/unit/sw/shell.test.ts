import { describe, expect, it } from 'vitest';
import { isolating, openShell, type ShellFile } from '../../../src/sw/shell.ts';

const SCOPE = 'https://example.org/somewhere/';
const COEP = 'Cross-Origin-Embedder-Policy';

/** A Cache Storage with as much as the shell uses of it. */
function fakeCaches() {
  const kept = new Map<string, Map<string, Response>>();
  const open = async (name: string): Promise<Cache> => {
    const entries = kept.get(name) ?? new Map<string, Response>();
    kept.set(name, entries);
    return {
      match: async (key: string) => entries.get(key)?.clone(),
      put: async (key: string, response: Response) => void entries.set(key, response),
      keys: async () => [...entries.keys()].map((url) => ({ url })),
      delete: async ({ url }: { url: string }) => entries.delete(url),
    } as unknown as Cache;
  };
  return { open, keys: () => [...(kept.get(`sts-shell ${SCOPE}`)?.keys() ?? [])] };
}

type Answers = Record<string, () => Response>;

/** A server of whole addresses; what it does not know is a 404. */
function fakeServer(answers: Answers) {
  const asked: string[] = [];
  const fetch = async (input: unknown): Promise<Response> => {
    const url = typeof input === 'string' ? input : (input as Request).url;
    asked.push(url);
    return answers[url]?.() ?? new Response('no', { status: 404 });
  };
  return { asked, fetch: fetch as typeof globalThis.fetch };
}

const text =
  (body: string, type = 'text/javascript') =>
  () =>
    new Response(body, { headers: { 'content-type': type } });
const first: ShellFile[] = [
  { url: 'index.html', revision: 'r1' },
  { url: 'assets/a-11111111.js', revision: null },
  { url: 'data.json', revision: 'd1' },
];
const second: ShellFile[] = [
  { url: 'index.html', revision: 'r2' },
  { url: 'assets/a-22222222.js', revision: null },
  { url: 'data.json', revision: 'd1' },
];
const served: Answers = {
  [SCOPE]: text('<p>one</p>', 'text/html'),
  [`${SCOPE}assets/a-11111111.js`]: text('one'),
  [`${SCOPE}data.json`]: text('[]', 'application/json'),
};
const servedLater: Answers = {
  [SCOPE]: text('<p>two</p>', 'text/html'),
  [`${SCOPE}assets/a-22222222.js`]: text('two'),
  [`${SCOPE}data.json`]: text('[]', 'application/json'),
};

const asks = (
  path: string,
  {
    destination = '',
    mode = 'cors',
    method = 'GET',
  }: { destination?: string; mode?: string; method?: string } = {},
) => ({ url: new URL(path, SCOPE).href, method, mode, destination }) as Request;
const visit = (path = '') => asks(path, { mode: 'navigate', destination: 'document' });

async function firstBuild() {
  const caches = fakeCaches();
  const server = fakeServer(served);
  const shell = openShell({ files: first, scope: SCOPE, caches, fetch: server.fetch });
  await shell.complete();
  return { caches, server, shell };
}

describe('the shell', () => {
  it('keeps every file once, and answers without the network, with the headers of isolation', async () => {
    const { shell, server } = await firstBuild();
    expect([...server.asked].sort()).toEqual(Object.keys(served).sort());
    await shell.complete();
    expect(server.asked).toHaveLength(3);
    for (const request of [visit(), visit('index.html'), visit('?from=mail#view=data')]) {
      const answer = await shell.answer(request)!;
      expect(await answer.text()).toBe('<p>one</p>');
      expect(answer.headers.get(COEP)).toBe('require-corp');
      expect(answer.headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin');
      expect(answer.headers.get('content-type')).toBe('text/html');
    }
    expect(await (await shell.answer(asks('assets/a-11111111.js'))!).text()).toBe('one');
    expect(await (await shell.answer(asks('data.json'))!).text()).toBe('[]');
    expect(server.asked).toHaveLength(3);
  });

  it('leaves alone what is no part of it: other hosts, other folders, models, and what is not a GET', async () => {
    const { shell } = await firstBuild();
    for (const request of [
      asks('https://elsewhere.org/model.onnx'),
      asks('https://example.org/other/', { mode: 'navigate', destination: 'document' }),
      asks('https://example.org/somewhere-else/assets/x.js', { destination: 'script' }),
      asks('models/glove/shard-000.bin'),
      asks('data.json', { method: 'POST' }),
    ]) {
      expect(shell.answer(request), request.url).toBeNull();
    }
  });

  it('before it is complete, fetches, and isolates documents and workers', async () => {
    const server = fakeServer(served);
    const shell = openShell({ files: first, scope: SCOPE, caches: fakeCaches(), fetch: server.fetch });
    expect((await shell.answer(visit())!).headers.get(COEP)).toBe('require-corp');
    const worker = await shell.answer(asks('assets/a-11111111.js', { destination: 'worker' }))!;
    expect(worker.headers.get(COEP)).toBe('require-corp');
    expect((await shell.answer(visit('nowhere'))!).status).toBe(404);
  });

  it('works with a storage that refuses, as long as there is a network', async () => {
    const caches = {
      open: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    };
    const shell = openShell({ files: first, scope: SCOPE, caches, fetch: fakeServer(served).fetch });
    expect((await shell.answer(visit())!).headers.get(COEP)).toBe('require-corp');
    await expect(shell.complete()).rejects.toThrow('denied');
  });

  it('of a new build fetches what has changed, and keeps the old code until it is tidied', async () => {
    const { caches } = await firstBuild();
    const server = fakeServer(servedLater);
    const shell = openShell({ files: second, scope: SCOPE, caches, fetch: server.fetch });
    await shell.complete();
    expect([...server.asked].sort()).toEqual([SCOPE, `${SCOPE}assets/a-22222222.js`]);
    expect(await (await shell.answer(visit())!).text()).toBe('<p>two</p>');
    expect(await (await shell.answer(asks('assets/a-11111111.js', { destination: 'script' }))!).text()).toBe(
      'one',
    );

    await shell.tidy();
    expect(caches.keys().sort()).toEqual([
      `${SCOPE}assets/a-22222222.js`,
      `${SCOPE}data.json?revision=d1`,
      `${SCOPE}index.html?revision=r2`,
    ]);
    expect((await shell.answer(asks('assets/a-11111111.js'))!).status).toBe(404);
    expect(shell.has(`${SCOPE}assets/a-22222222.js`)).toBe(true);
    expect(shell.has(`${SCOPE}assets/a-11111111.js`)).toBe(false);
  });

  it.each([
    ['is missing', () => new Response('no', { status: 404 }), 'status 404'],
    ['is a web page', text('<p>Sign in</p>', 'text/html; charset=utf-8'), 'the host answers with a web page'],
  ])('a file that %s is not kept, and the rest is got another time', async (_title, answer, message) => {
    const caches = fakeCaches();
    const answers = { ...served, [`${SCOPE}assets/a-11111111.js`]: answer };
    const shell = openShell({ files: first, scope: SCOPE, caches, fetch: fakeServer(answers).fetch });
    await expect(shell.complete()).rejects.toThrow(`assets/a-11111111.js could not be fetched: ${message}`);
    expect(caches.keys()).not.toContain(`${SCOPE}assets/a-11111111.js`);
    answers[`${SCOPE}assets/a-11111111.js`] = text('one');
    await shell.complete();
    expect(caches.keys()).toHaveLength(3);
  });

  it('knows whether the host isolates its pages itself', async () => {
    const isolates = (headers: Record<string, string>) =>
      openShell({
        files: first,
        scope: SCOPE,
        caches: fakeCaches(),
        fetch: fakeServer({ [SCOPE]: () => new Response('', { headers }) }).fetch,
      }).hostIsolates();
    expect(await isolates({})).toBe(false);
    expect(await isolates({ [COEP]: 'require-corp' })).toBe(false);
    expect(await isolates({ [COEP]: 'require-corp', 'Cross-Origin-Opener-Policy': 'same-origin' })).toBe(
      true,
    );
  });

  it('hands a redirect of a page on as it is', () => {
    const redirect = Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' });
    expect(isolating(redirect)).toBe(redirect);
  });
});
