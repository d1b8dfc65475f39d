import { describe, expect, it, vi } from 'vitest';
import { JobQueue, throttled } from '../../../src/compute/jobs.ts';
import type { JobEvent } from '../../../src/compute/protocol.ts';
import { Cancelled } from '../../../src/failure.ts';
import { held, noReport } from '../support.ts';

describe('JobQueue', () => {
  it('case 32: runs one job at a time, in the order of arrival', async () => {
    const queue = new JobQueue();
    const log: string[] = [];
    const gates = [held<string>(), held<string>(), held<string>()];
    const jobs = gates.map((gate, i) =>
      queue.run(i + 1, noReport, async () => {
        log.push(`${i} starts`);
        const answer = await gate.promise;
        log.push(`${i} ends`);
        return answer;
      }),
    );
    // Answered in the wrong order: each caller still gets its own.
    gates[2]!.resolve('c');
    gates[1]!.resolve('b');
    await new Promise((resolve) => setTimeout(resolve));
    expect(log).toEqual(['0 starts']);
    gates[0]!.resolve('a');
    expect(await Promise.all(jobs)).toEqual(['a', 'b', 'c']);
    expect(log).toEqual(['0 starts', '0 ends', '1 starts', '1 ends', '2 starts', '2 ends']);
  });

  it('tells a job that waits how many are ahead', async () => {
    const queue = new JobQueue();
    const events: JobEvent[][] = [[], [], []];
    await Promise.all(
      events.map((own, i) =>
        queue.run(
          i,
          (event) => own.push(event),
          async () => {},
        ),
      ),
    );
    expect(events).toEqual([[], [{ kind: 'waiting', ahead: 1 }], [{ kind: 'waiting', ahead: 2 }]]);
    const later: JobEvent[] = [];
    await queue.run(
      9,
      (event) => later.push(event),
      async () => {},
    );
    expect(later).toEqual([]);
  });

  it('goes on after a job that fails, and hands its error to its caller only', async () => {
    const queue = new JobQueue();
    const failing = queue.run(1, noReport, () => Promise.reject(new Error('broken')));
    const next = queue.run(2, noReport, async () => 'fine');
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('fine');
  });

  it('aborts the signal of a running job, and of no other', async () => {
    const queue = new JobQueue();
    const signals: AbortSignal[] = [];
    const gate = held<void>();
    const running = queue.run(1, noReport, async (_, signal) => {
      signals.push(signal);
      await gate.promise;
    });
    const waiting = queue.run(2, noReport, async (_, signal) => void signals.push(signal));
    await Promise.resolve();
    queue.cancel(1);
    queue.cancel(77);
    gate.resolve();
    await Promise.all([running, waiting]);
    expect(signals.map((signal) => signal.aborted)).toEqual([true, false]);
  });

  it('rejects a job that is cancelled while it waits at once, and never starts it', async () => {
    const queue = new JobQueue();
    const gate = held<string>();
    let started = false;
    const running = queue.run(1, noReport, () => gate.promise);
    const waiting = queue.run(2, noReport, async () => {
      started = true;
    });
    queue.cancel(2);
    // The first job is still running.
    await expect(waiting).rejects.toBeInstanceOf(Cancelled);
    const events: JobEvent[] = [];
    const third = queue.run(
      3,
      (event) => events.push(event),
      async () => 'third',
    );
    expect(events).toEqual([{ kind: 'waiting', ahead: 1 }]);
    gate.resolve('first');
    expect(await running).toBe('first');
    expect(await third).toBe('third');
    expect(started).toBe(false);
    const last: JobEvent[] = [];
    await queue.run(
      4,
      (event) => last.push(event),
      async () => {},
    );
    expect(last).toEqual([]);
  });
});

describe('throttled', () => {
  function reporter() {
    const events: JobEvent[] = [];
    let timeMs = 0;
    const report = throttled(
      (event) => events.push(event),
      () => timeMs,
    );
    return {
      events,
      at: (ms: number, ...given: Parameters<typeof report>) => ((timeMs = ms), report(...given)),
    };
  }
  const dones = (events: JobEvent[]) => events.map((event) => (event.kind === 'progress' ? event.done : NaN));

  it('passes on the first, then one every 100 ms, and always the last', () => {
    const { events, at } = reporter();
    for (let ms = 0; ms <= 1000; ms += 10) at(ms, ms, 1005, 'Adding up');
    at(1004, 1005, 1005, 'Adding up');
    expect(dones(events)).toEqual([0, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 1005]);
    expect(events[0]).toEqual({ kind: 'progress', what: 'Adding up', done: 0, total: 1005 });
  });

  it('passes on what it held back when nothing follows, and not when something does', () => {
    vi.useFakeTimers();
    const { events, at } = reporter();
    at(0, 1, 10, 'Fetching');
    at(10, 4, 10, 'Fetching');
    at(20, 5, 10, 'Fetching');
    expect(dones(events)).toEqual([1]);
    vi.advanceTimersByTime(100);
    expect(dones(events)).toEqual([1, 5]);
    at(500, 6, 10, 'Fetching');
    at(510, 7, 10, 'Fetching');
    at(520, 10, 10, 'Fetching');
    vi.advanceTimersByTime(1000);
    expect(dones(events)).toEqual([1, 5, 6, 10]);
    vi.useRealTimers();
  });

  it('passes on the first report of each step', () => {
    const { events, at } = reporter();
    at(0, 1, 10, 'Fetching');
    at(1, 2, 10, 'Fetching');
    at(2, 0, 5, 'Adding up');
    at(3, 1, 5, 'Adding up');
    expect(dones(events)).toEqual([1, 0]);
  });
});
