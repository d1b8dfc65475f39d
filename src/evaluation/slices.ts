import { throwIfAborted } from '../failure.ts';

/** How a long loop lives among other work. */
export interface SliceOptions {
  signal?: AbortSignal;
  /** Called with steps done and wanted, about every 50 ms and at the end. */
  report?: (done: number, total: number) => void;
  /** A clock in ms and a way to let others run; tests inject theirs. */
  now?: () => number;
  pause?: () => Promise<void>;
}

const SLICE_MS = 50;

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/**
 * Runs `step` for 0 to total - 1 and lets other tasks run about every 50 ms. `what` names the work in `Cancelled`.
 * @throws Cancelled when the signal aborts: before the first step, or at the next pause.
 */
export async function inSlices(
  what: string,
  total: number,
  { signal, report, now = () => performance.now(), pause = nextTask }: SliceOptions,
  step: (index: number) => void,
): Promise<void> {
  throwIfAborted(signal, what);
  let sliceStartMs = now();
  for (let index = 0; index < total; index++) {
    step(index);
    if (now() - sliceStartMs < SLICE_MS) continue;
    report?.(index + 1, total);
    await pause();
    throwIfAborted(signal, what);
    sliceStartMs = now();
  }
  report?.(total, total);
}
