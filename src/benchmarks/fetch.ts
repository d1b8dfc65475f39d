import { Cancelled, Failure } from '../failure.ts';
import type { Address, CatalogueFile } from './catalogue.ts';
import { unpack } from './formats/archive.ts';
import { refuseWebPage } from './formats/decode.ts';
import { verify } from './importer.ts';
import type { NamedBytes } from './types.ts';
import { baseName } from './userFile.ts';

export interface FetchOptions {
  fetch: typeof fetch;
  /** For one file, over all its addresses. */
  timeoutMs: number;
  signal?: AbortSignal;
  /** Hosts that failed on the network (not with a status); shared over files, they are not tried again. */
  unreachableHosts?: Set<string>;
  /** Archives already fetched, by address; shared over files. */
  archives?: Map<string, readonly NamedBytes[]>;
}

/** The site's own copy, filled by `npm run benchmarks`. `baseUrl` ends in a slash. */
export function ownAddress(file: CatalogueFile, baseUrl: string): Address {
  return { url: `${baseUrl}benchmarks/${file.path}`, member: null };
}

async function bytesFrom(address: Address, options: FetchOptions, signal: AbortSignal): Promise<Uint8Array> {
  const { url, member } = address;
  let files = options.archives?.get(url);
  if (!files) {
    // A plain GET: some hosts refuse HEAD and Range after their redirect.
    const response = await options.fetch(url, { signal });
    if (!response.ok) throw new Failure('http-status', `${url} answered ${response.status}.`, 'Try later.');
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (member === null) return bytes;
    refuseWebPage(bytes, url, `the archive with ${member}`);
    files = unpack({ name: url, bytes });
    options.archives?.set(url, files);
  }
  const found = files.find((file) => baseName(file.name) === member);
  if (found) return found.bytes;
  throw new Failure('missing-file', `${url} holds no ${member}.`, 'Drop the file instead.');
}

/**
 * Fetches a file of the catalogue from the first address that serves its very bytes; every answer is verified
 * by SHA-256 before it is returned.
 * @throws Failure `wrong-file` or `web-page` where an address answered with other bytes and none with the
 * right ones; `unreachable` where none answered. Cancelled when `signal` was aborted.
 */
export async function fetchCatalogueFile(
  file: CatalogueFile,
  addresses: readonly Address[],
  options: FetchOptions,
): Promise<Uint8Array> {
  const timeout = AbortSignal.timeout(options.timeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  const hosts = options.unreachableHosts ?? new Set<string>();
  const reasons: string[] = [];
  let wrong: Failure | null = null;
  for (const address of addresses) {
    // Same-origin addresses may be relative; they have no host to give up.
    const host = URL.canParse(address.url) ? new URL(address.url).host : null;
    if (host !== null && hosts.has(host)) {
      reasons.push(`${host} was unreachable before`);
      continue;
    }
    try {
      const bytes = await bytesFrom(address, options, signal);
      await verify(file, bytes, address.url);
      return bytes;
    } catch (error) {
      if (options.signal?.aborted) throw new Cancelled(`Fetching ${file.path}`);
      if (error instanceof Failure) {
        if (error.code === 'wrong-file' || error.code === 'web-page') wrong ??= error;
        reasons.push(error.what);
        continue;
      }
      if (host !== null) hosts.add(host);
      reasons.push(`${address.url}: ${(error as Error).message}`);
    }
  }
  if (wrong) throw wrong;
  const why = reasons.length > 0 ? reasons.join('; ') : 'no public address serves it';
  throw new Failure(
    'unreachable',
    `${file.path} could not be fetched: ${why}.`,
    'Check the network, or drop the file in the Data view.',
  );
}
