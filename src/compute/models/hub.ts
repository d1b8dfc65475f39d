import { Cancelled, Failure } from '../../failure.ts';
import * as problem from './problems.ts';
import { hubAddress, type ListedFile, type ModelRecord, type ModelSources } from './sources.ts';

/** As `GET /api/models/<id>/tree/<commit>` gives it: huggingface.js, packages/hub/src/lib/list-files.ts. */
interface TreeEntry {
  type: 'file' | 'directory' | 'unknown';
  path: string;
  size: number;
  /** Git's sha1 of the blob; for a large file that of its pointer. */
  oid: string;
  /** Of large files; `oid` is the sha256 of the content. */
  lfs?: { oid: string; size: number };
}

/**
 * Looks a model up on the hub: its newest commit and the files of that commit.
 * @throws Failure `no-such-model`, `model-not-public`, `hub-unreachable`, `web-page`; Cancelled
 */
export async function hubRecord(
  model: string,
  sources: ModelSources,
  signal?: AbortSignal,
): Promise<ModelRecord> {
  const api = `${hubAddress(sources)}/api/models/${model}`;
  const { sha } = (await (await ask(api, model, sources, signal)).json()) as { sha?: unknown };
  if (typeof sha !== 'string' || !/^[0-9a-f]{40}$/.test(sha)) throw unexpected(api, model);
  const files: Record<string, ListedFile> = {};
  let page: string | null = `${api}/tree/${sha}?recursive=true`;
  while (page !== null) {
    const response: Answer = await ask(page, model, sources, signal);
    const entries = (await response.json()) as TreeEntry[];
    if (!Array.isArray(entries)) throw unexpected(page, model);
    for (const { type, path, size, oid, lfs } of entries) {
      if (type !== 'file') continue;
      files[path] = lfs
        ? { sizeBytes: lfs.size, sha256: lfs.oid, gitSha1: null }
        : { sizeBytes: size, sha256: null, gitSha1: oid };
    }
    page = nextPage(response.link, page);
  }
  return {
    model,
    origin: 'hub',
    originDetail: `commit ${sha} of ${hubAddress(sources)}`,
    hub: hubAddress(sources),
    revision: sha,
    files,
  };
}

interface Answer {
  json(): Promise<unknown>;
  link: string | null;
}

async function ask(
  url: string,
  model: string,
  sources: ModelSources,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  let response: Response;
  let text: string;
  try {
    response = await sources.fetch(url, {
      headers: { accept: 'application/json' },
      signal: signal ?? null,
      // The newest commit, not that of an earlier visit.
      cache: 'no-cache',
    });
    text = await response.text();
  } catch (error) {
    if (signal?.aborted) throw new Cancelled('The download');
    throw problem.hubUnreachable(model, sources, 'It could not be reached.', error);
  }
  if (response.status === 404 || response.status === 410) {
    throw new Failure(
      'no-such-model',
      `The hub (${hubAddress(sources)}) has no model ${model}.`,
      'Check the spelling: an id is "owner/name", as in "Xenova/all-MiniLM-L6-v2".',
    );
  }
  if (response.status === 401 || response.status === 403) throw problem.notPublic(model, response.status);
  if (!response.ok) throw problem.hubUnreachable(model, sources, `It answered HTTP ${response.status}.`);
  return {
    link: response.headers.get('link'),
    async json() {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        throw unexpected(url, model);
      }
    },
  };
}

/** The next page of a long list, always at the address asked first: a mirror may pass the hub's own link on. */
function nextPage(link: string | null, current: string): string | null {
  const next = link?.match(/<([^>]+)>;\s*rel="?next"?/)?.[1];
  if (!next) return null;
  const found = new URL(next, current);
  const page = new URL(current).origin + found.pathname + found.search;
  if (page === current) throw new Error(`${current} names itself as its next page.`);
  return page;
}

function unexpected(url: string, model: string): Failure {
  return problem.gotWebPage({ url, model, path: 'the list of files', origin: 'hub' });
}
