import { Cancelled, Failure, throwIfAborted } from '../../failure.ts';
import type { Progress } from '../../systems/types.ts';
import { checkFile, checkStart, type Wanted } from './checkFile.ts';
import { quietly } from './kept.ts';
import {
  arrivedOf,
  dropFile,
  mark,
  partBytes,
  type Arrived,
  type Slot,
  type Validators,
} from './keptFile.ts';
import { PART_BYTES, partWriter, type PartWriter } from './partWriter.ts';
import * as problem from './problems.ts';
import type { ModelSources } from './sources.ts';

export interface Fetched {
  bytes: ArrayBuffer;
  sha256: string;
  /** Why the file is not kept; null where it is. */
  notKept: string | null;
}

/** Thrown where what arrived before does not belong to what its host has now. */
const startAgain = Symbol('start again');

/**
 * Fetches a file, goes on from where an earlier attempt stopped, checks it, and keeps it. What arrives is kept in
 * parts, so that a failed, cancelled or closed download is continued another time.
 *
 * The rest is asked for with `Range`. `If-Range` makes the server decide whether what arrived is still right, but
 * a browser may send it to its own origin only (elsewhere it needs a permission that the hub does not give): there
 * the address names a commit, and the hash decides.
 *
 * @throws Failure (see ModelFiles.read), Cancelled
 */
export async function fetchFile(
  wanted: Wanted,
  slot: Slot,
  sources: ModelSources,
  report: Progress,
  signal: AbortSignal,
): Promise<Fetched> {
  try {
    const arrived = await arrivedOf(slot);
    if (canResume(arrived, wanted)) {
      const resumed = await attempt(wanted, slot, sources, report, signal, arrived);
      if (resumed !== startAgain) return resumed;
    }
    await dropFile(slot);
    const fetched = await attempt(wanted, slot, sources, report, signal, null);
    if (fetched === startAgain) throw new Error('A whole download cannot be at odds with an earlier one.');
    return fetched;
  } catch (error) {
    await quietly(() => mark(slot, 'wanted'));
    throw error;
  }
}

/** Two parts of a file belong together where its hash will be checked, or its host names the version strictly. */
function canResume({ sizeBytes, etag }: Arrived, wanted: Wanted): boolean {
  if (sizeBytes === 0 || (wanted.sizeBytes !== null && sizeBytes > wanted.sizeBytes)) return false;
  return wanted.sha256 !== null || wanted.gitSha1 !== null || isStrong(etag);
}

function isStrong(etag: string | null): etag is string {
  return etag !== null && etag.startsWith('"');
}

async function attempt(
  wanted: Wanted,
  slot: Slot,
  sources: ModelSources,
  report: Progress,
  signal: AbortSignal,
  arrived: Arrived | null,
): Promise<Fetched | typeof startAgain> {
  throwIfAborted(signal, 'The download');
  const from = arrived?.sizeBytes ?? 0;
  let validators: Validators = arrived ?? { etag: null, modified: null };
  let body: ReadableStreamDefaultReader<Uint8Array> | null = null;
  let totalBytes = wanted.sizeBytes;
  if (!arrived || from !== totalBytes) {
    const response = await request(wanted, sources, signal, arrived);
    const continued = response.status === 206 && continues(response, from, arrived);
    if (arrived && !continued) {
      await response.body?.cancel();
      return startAgain;
    }
    validators = { etag: response.headers.get('etag'), modified: response.headers.get('last-modified') };
    if (arrived) validators = { etag: arrived.etag, modified: arrived.modified };
    totalBytes ??= statedTotal(response, from, wanted, sources);
    body = (response.body ?? new Response(new Uint8Array()).body!).getReader();
  }
  const writer = await partWriter(slot, validators, totalBytes, from);
  for (const offset of arrived?.offsets ?? []) {
    const bytes = await partBytes(slot, offset);
    if (!bytes) {
      await body?.cancel();
      return startAgain;
    }
    writer.add(bytes);
  }
  if (body) await receive(body, writer, wanted, totalBytes, report, signal);
  const bytes = writer.whole();
  try {
    const sha256 = writer.sha256();
    await checkFile(wanted, bytes, sha256);
    return { bytes, sha256, notKept: await writer.finish(sha256) };
  } catch (error) {
    await dropFile(slot);
    if (arrived) return startAgain;
    throw error;
  }
}

async function request(
  wanted: Wanted,
  sources: ModelSources,
  signal: AbortSignal,
  arrived: Arrived | null,
): Promise<Response> {
  const headers: Record<string, string> = {};
  if (arrived) {
    headers.Range = `bytes=${arrived.sizeBytes}-`;
    if (isOwn(wanted.url, sources) && isStrong(arrived.etag)) headers['If-Range'] = arrived.etag;
  }
  let response: Response;
  try {
    // A file of our own host is asked about again: a copy of last week's does not pass for today's.
    response = await sources.fetch(wanted.url, {
      headers,
      signal,
      ...(isOwn(wanted.url, sources) && { cache: 'no-cache' }),
    });
  } catch (error) {
    if (signal.aborted) throw new Cancelled('The download');
    throw problem.unreachable(wanted, sources, error);
  }
  // Nothing beyond what arrived: it is whole, or it is another file by now.
  if (response.status === 416 && arrived) return response;
  if (!response.ok) {
    await response.body?.cancel();
    throw problem.refused(wanted, response.status, sources);
  }
  if (response.headers.get('content-type')?.includes('text/html')) {
    await response.body?.cancel();
    throw problem.gotWebPage(wanted);
  }
  return response;
}

function isOwn(url: string, { siteUrl }: ModelSources): boolean {
  return new URL(url).origin === new URL(siteUrl).origin;
}

/** Whether an answer is the rest of what arrived, as far as its headers can be read across origins. */
function continues(response: Response, from: number, arrived: Arrived | null): boolean {
  const range = response.headers.get('content-range');
  if (range && !range.startsWith(`bytes ${from}-`)) return false;
  const etag = response.headers.get('etag');
  return !etag || !arrived?.etag || etag === arrived.etag;
}

/** Bytes of the whole file as an answer states them; null where it does not, or states those of a compressed form. */
function statedTotal(response: Response, from: number, wanted: Wanted, sources: ModelSources): number | null {
  const total = response.headers.get('content-range')?.split('/')[1];
  if (total && /^\d+$/.test(total)) return Number(total);
  const length = response.headers.get('content-length');
  // Elsewhere the header that says "compressed" cannot be read.
  if (!length || response.headers.get('content-encoding') || !isOwn(wanted.url, sources)) return null;
  return from + Number(length);
}

async function receive(
  body: ReadableStreamDefaultReader<Uint8Array>,
  writer: PartWriter,
  wanted: Wanted,
  totalBytes: number | null,
  report: Progress,
  signal: AbortSignal,
): Promise<void> {
  const stop = (): void => void body.cancel().catch(() => {});
  signal.addEventListener('abort', stop, { once: true });
  const tell = (): void =>
    report(writer.length(), totalBytes ?? writer.length(), `Fetching ${wanted.path}`, 'bytes');
  let cut: unknown = null;
  try {
    tell();
    for (;;) {
      const next = await body.read();
      if (next.done) break;
      if (writer.length() === 0) checkStart(wanted, next.value);
      if (totalBytes !== null && writer.length() + next.value.length > totalBytes) {
        await writer.drop();
        throw problem.wrongSize(wanted, writer.length() + next.value.length, totalBytes);
      }
      writer.add(next.value);
      await writer.flush(PART_BYTES);
      tell();
    }
  } catch (error) {
    if (error instanceof Failure) throw error;
    cut = error;
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
  if (!signal.aborted && cut === null && (totalBytes === null || writer.length() === totalBytes)) return;
  await writer.flush(1);
  if (signal.aborted) throw new Cancelled('The download');
  throw problem.brokeOff(wanted, writer.length(), totalBytes, cut);
}
