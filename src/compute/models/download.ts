import { sha256Hex } from '../../benchmarks/hash.ts';
import { Cancelled, Failure } from '../../failure.ts';

export interface Download {
  url: string;
  sha256: string;
  /** Null where only the hash is known. */
  sizeBytes: number | null;
}

/** `version` names the content that is wanted, so that a kept older file never passes for a newer one. */
export interface Fetch {
  (url: string, init: { signal?: AbortSignal | null; version?: string }): Promise<Response>;
  /** Drops what is kept of a file whose bytes turned out wrong; says whether something was. */
  forget?(url: string, version: string): Promise<boolean>;
}

const NEXT_STEP =
  'Reload the page; if that does not help, its host must run "npm run models" and build again.';

/**
 * Fetches a file of the page's own host and gives its bytes only where they are the ones expected: a web page in
 * place of the file, a short or an altered file each become a Failure.
 */
export async function download(wanted: Download, fetcher: Fetch, signal?: AbortSignal): Promise<ArrayBuffer> {
  try {
    return await attempt(wanted, fetcher, signal);
  } catch (error) {
    // Bytes that were kept may have spoilt; the host's own are given one chance.
    if (!(await fetcher.forget?.(wanted.url, wanted.sha256))) throw error;
  }
  try {
    return await attempt(wanted, fetcher, signal);
  } catch (error) {
    await fetcher.forget?.(wanted.url, wanted.sha256);
    throw error;
  }
}

async function attempt(
  { url, sha256, sizeBytes }: Download,
  fetcher: Fetch,
  signal?: AbortSignal,
): Promise<ArrayBuffer> {
  let response: Response;
  let bytes: ArrayBuffer;
  try {
    response = await fetcher(url, { signal: signal ?? null, version: sha256 });
    bytes = await response.arrayBuffer();
  } catch (error) {
    if (signal?.aborted) throw new Cancelled('The download');
    throw new Failure(
      'download-failed',
      `${url} could not be fetched.`,
      `Check the connection and try again. ${NEXT_STEP}`,
      {
        cause: error,
      },
    );
  }
  if (!response.ok) {
    throw new Failure('file-missing', `${url} is not there (HTTP ${response.status}).`, NEXT_STEP);
  }
  if (response.headers.get('content-type')?.includes('text/html')) {
    throw new Failure('web-page', `Expected a model file, got a web page from ${url}.`, NEXT_STEP);
  }
  if (sizeBytes !== null && bytes.byteLength !== sizeBytes) {
    throw new Failure(
      'wrong-size',
      `${url} has ${bytes.byteLength} bytes instead of ${sizeBytes}.`,
      NEXT_STEP,
    );
  }
  const found = await sha256Hex(new Uint8Array(bytes));
  if (found !== sha256) {
    throw new Failure(
      'wrong-content',
      `${url} is not the file expected (sha256 ${found.slice(0, 12)}…).`,
      NEXT_STEP,
    );
  }
  return bytes;
}
