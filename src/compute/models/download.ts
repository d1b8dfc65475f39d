import { sha256Hex } from '../../benchmarks/hash.ts';
import { Cancelled, Failure } from '../../failure.ts';

export interface Download {
  url: string;
  sha256: string;
  sizeBytes: number;
}

export type Fetch = (url: string, init: { signal?: AbortSignal | null }) => Promise<Response>;

const NEXT_STEP =
  'Reload the page; if that does not help, its host must run "npm run models" and build again.';

/**
 * Fetches a file of the page's own host and gives its bytes only where they are the ones expected: a web page in
 * place of the file, a short or an altered file each become a Failure.
 */
export async function download(
  { url, sha256, sizeBytes }: Download,
  fetcher: Fetch,
  signal?: AbortSignal,
): Promise<ArrayBuffer> {
  let response: Response;
  let bytes: ArrayBuffer;
  try {
    response = await fetcher(url, { signal: signal ?? null });
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
  if (bytes.byteLength !== sizeBytes) {
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
