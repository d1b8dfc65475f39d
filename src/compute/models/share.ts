import { Cancelled, throwIfAborted } from '../../failure.ts';
import type { Progress } from '../../systems/types.ts';

/** Work that several callers wait for. */
export interface SharedJob<T> {
  result: Promise<T>;
  stop: AbortController;
  waiting: number;
  reports: Set<Progress>;
}

/**
 * Does the work of a key once for all who ask while it is under way. Each may leave at once by its own signal; the
 * work itself stops when the last one has left.
 * `isFirst` says whether this caller started it.
 */
export async function shared<T>(
  jobs: Map<string, SharedJob<T>>,
  key: string,
  start: (report: Progress, signal: AbortSignal) => Promise<T>,
  report: Progress,
  signal: AbortSignal | undefined,
): Promise<{ value: T; isFirst: boolean }> {
  throwIfAborted(signal, 'The download');
  let job = jobs.get(key);
  if (job?.stop.signal.aborted) {
    // It is still putting away what arrived, which the next one goes on from.
    await untilLeft(
      job.result.catch(() => {}),
      signal,
    );
    return shared(jobs, key, start, report, signal);
  }
  const isFirst = job === undefined;
  job ??= begin(jobs, key, start);
  job.waiting++;
  job.reports.add(report);
  try {
    return { value: await untilLeft(job.result, signal), isFirst };
  } finally {
    job.reports.delete(report);
    if (--job.waiting === 0) job.stop.abort();
  }
}

function begin<T>(
  jobs: Map<string, SharedJob<T>>,
  key: string,
  start: (report: Progress, signal: AbortSignal) => Promise<T>,
): SharedJob<T> {
  const reports = new Set<Progress>();
  const stop = new AbortController();
  const tell: Progress = (...progress) => reports.forEach((report) => report(...progress));
  const result = start(tell, stop.signal).finally(() => jobs.delete(key));
  // Every caller may have left by the time it fails.
  result.catch(() => {});
  const job: SharedJob<T> = { result, stop, waiting: 0, reports };
  jobs.set(key, job);
  return job;
}

/** What `work` comes to, or Cancelled as soon as the signal is aborted. */
async function untilLeft<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  let leave = (): void => {};
  const left = new Promise<never>((_, reject) => {
    leave = () => reject(new Cancelled('The download'));
    signal?.addEventListener('abort', leave);
  });
  try {
    return await Promise.race([work, left]);
  } finally {
    signal?.removeEventListener('abort', leave);
  }
}
