import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CodeReply, CodeRequest } from '../../../../src/compute/code/messages.ts';
import { runInSandbox, type CodeTask, type Sandbox } from '../../../../src/compute/code/run.ts';

type Answer = (request: CodeRequest) => CodeReply | null;

const ANSWERS: Answer = (request) => {
  switch (request.kind) {
    case 'load':
      return { kind: 'loaded', comparesItself: false };
    case 'prepare':
      return { kind: 'prepared', batchSize: 2 };
    case 'batch':
      return { kind: 'rows', rows: new Float32Array(request.sentences.length * 3).fill(1), dimension: 3 };
    case 'compare':
      return {
        kind: 'compared',
        values: new Float64Array(request.left.length / request.dimension).fill(0.5),
      };
    case 'ping':
      return { kind: 'pong', number: request.number };
  }
};

/** A sandbox whose code answers as `answer` says; null is no answer. */
function fake(answer: Answer = ANSWERS) {
  const requests: CodeRequest[] = [];
  let closed = 0;
  const sandbox: Sandbox = {
    post: (request) => {
      requests.push(request);
      const reply = answer(request);
      if (reply) queueMicrotask(() => sandbox.onReply(reply));
    },
    onReply: () => {},
    onEnd: () => {},
    close: () => void closed++,
  };
  return { sandbox, requests, closed: () => closed };
}

const TASK: CodeTask = {
  source: 'export const batcher = 1;',
  sentences: ['a', 'b', 'c', 'd', 'e'],
  first: Int32Array.of(0, 2),
  second: Int32Array.of(1, 4),
  words: null,
  timeoutMs: 60_000,
};

const run = (sandbox: Sandbox, task: Partial<CodeTask> = {}, signal = new AbortController().signal) =>
  runInSandbox(
    () => sandbox,
    { ...TASK, ...task },
    () => {},
    signal,
  );

describe('runInSandbox', () => {
  it('asks in order, in batches of the size that the code wants, and closes', async () => {
    const { sandbox, requests, closed } = fake();
    const { rows, dimension, compared } = await run(sandbox);
    expect([rows.length, dimension, compared]).toEqual([15, 3, null]);
    expect(
      requests.map((r) => (r.kind === 'batch' ? `${r.first}: ${r.sentences.join('')}` : r.kind)),
    ).toEqual(['ping', 'load', 'prepare', '0: ab', '2: cd', '4: e']);
    expect(closed()).toBe(1);
  });

  it('lets the code compare the pairs, but not with a vector of zeros', async () => {
    const { sandbox, requests } = fake((request) => {
      if (request.kind === 'load') return { kind: 'loaded', comparesItself: true };
      if (request.kind !== 'batch') return ANSWERS(request);
      const rows = Float32Array.from(request.sentences, (text) => (text === 'b' ? 0 : text.charCodeAt(0)));
      return { kind: 'rows', rows, dimension: 1 };
    });
    expect([...(await run(sandbox)).compared!]).toEqual([NaN, 0.5]);
    const asked = requests.at(-1)!;
    expect(asked).toEqual({
      kind: 'compare',
      left: Float32Array.of(99),
      right: Float32Array.of(101),
      dimension: 1,
    });
  });

  it('names the sentences of a similarity that is no number', async () => {
    const { sandbox } = fake((request) => {
      if (request.kind === 'load') return { kind: 'loaded', comparesItself: true };
      return request.kind === 'compare'
        ? { kind: 'compared', values: Float64Array.of(1, NaN) }
        : ANSWERS(request);
    });
    await expect(run(sandbox)).rejects.toMatchObject({ what: 'similarity gave NaN for “c” and “e”.' });
  });

  it('passes on what the code did wrong, with its place', async () => {
    const fault = { what: 'batcher threw at line 3: Error: oh.', place: { line: 3, column: 9 } };
    const { sandbox, closed } = fake((request) =>
      request.kind === 'batch' ? { kind: 'failed', fault } : ANSWERS(request),
    );
    await expect(run(sandbox)).rejects.toMatchObject({ code: 'code-failed', ...fault });
    expect(closed()).toBe(1);
  });

  it('hears of a fault that comes before it asks again', async () => {
    const fault = { what: 'The code threw outside of its functions: oh.', place: null };
    const { sandbox } = fake((request) => {
      const reply = ANSWERS(request);
      if (request.kind !== 'prepare') return reply;
      queueMicrotask(() => queueMicrotask(() => sandbox.onReply({ kind: 'failed', fault })));
      return reply;
    });
    await expect(run(sandbox)).rejects.toMatchObject({ what: fault.what });
  });

  it('refuses vectors that take too much room before there are many of them', async () => {
    const { sandbox, requests } = fake((request) => {
      if (request.kind === 'prepare') return { kind: 'prepared', batchSize: 1 };
      return request.kind === 'batch'
        ? { kind: 'rows', rows: new Float32Array(2_000_000), dimension: 2_000_000 }
        : ANSWERS(request);
    });
    const sentences = Array.from({ length: 200 }, (_, s) => `sentence ${s}`);
    await expect(run(sandbox, { sentences })).rejects.toMatchObject({
      code: 'code-too-large',
      what: 'Vectors of 2000000 numbers for 200 sentences take 1.6 GB; the page holds at most 1.5 GB.',
    });
    expect(requests.filter(({ kind }) => kind === 'batch')).toHaveLength(1);
  });

  it('refuses another length than before, and rows that do not fit', async () => {
    const grows = fake((request) =>
      request.kind === 'batch'
        ? { kind: 'rows', rows: new Float32Array(2 * (2 + request.first)), dimension: 2 + request.first }
        : ANSWERS(request),
    );
    await expect(run(grows.sandbox)).rejects.toMatchObject({
      what: expect.stringMatching(
        /sentences 3 to 4 of 5 gave vectors of 4 numbers; those before had 2/,
      ) as string,
    });
    const short = fake((request) =>
      request.kind === 'batch' ? { kind: 'rows', rows: new Float32Array(1), dimension: 3 } : ANSWERS(request),
    );
    await expect(run(short.sandbox)).rejects.toMatchObject({ code: 'code-failed' });
  });

  it('says so when the worker ends by itself', async () => {
    const { sandbox } = fake((request) => {
      if (request.kind === 'batch') queueMicrotask(() => sandbox.onEnd('out of memory'));
      return request.kind === 'batch' ? null : ANSWERS(request);
    });
    await expect(run(sandbox)).rejects.toMatchObject({
      code: 'no-sandbox',
      what: 'The worker of your code stopped (out of memory).',
    });
  });

  it('is cancelled at once and closed', async () => {
    const controller = new AbortController();
    const { sandbox, closed } = fake((request) => {
      if (request.kind === 'batch') queueMicrotask(() => controller.abort());
      return request.kind === 'batch' ? null : ANSWERS(request);
    });
    await expect(run(sandbox, {}, controller.signal)).rejects.toMatchObject({ name: 'Cancelled' });
    expect(closed()).toBe(1);
    const early = fake();
    await expect(run(early.sandbox, {}, controller.signal)).rejects.toMatchObject({ name: 'Cancelled' });
    expect(early.requests).toEqual([]);
  });

  describe('without an answer', () => {
    beforeEach(() => void vi.useFakeTimers());
    afterEach(() => void vi.useRealTimers());

    /** The start is answered always: it is no part of the code. */
    const silent = (alsoPing: boolean) =>
      fake((request) =>
        request.kind === 'batch' || (alsoPing && request.kind === 'ping' && request.number > 0)
          ? null
          : ANSWERS(request),
      );

    it.each([
      ['a loop', true, 'still computing, perhaps in a loop without end'],
      ['a promise that never settles', false, 'waits for a promise that nothing resolves'],
    ])('is stopped and tells %s apart', async (_, alsoPing, why) => {
      const { sandbox, closed } = silent(alsoPing);
      const ended = expect(run(sandbox, { timeoutMs: 5000 })).rejects.toMatchObject({
        code: 'code-timeout',
        what: expect.stringMatching(
          new RegExp(`No answer from batcher for sentences 1 to 2 of 5 for 5 s: it .*${why}`),
        ) as string,
      });
      await vi.advanceTimersByTimeAsync(4999);
      expect(closed()).toBe(0);
      await vi.advanceTimersByTimeAsync(1000);
      await ended;
      expect(closed()).toBe(1);
    });

    it('is told from the slow answer before it, whose ping is answered late', async () => {
      const { sandbox } = fake((request) => {
        if (request.kind === 'batch') {
          // One thread: what was asked while it prepared is answered now, and then the loop begins.
          // However late that answer comes, it is none to the ping of the loop.
          for (const lateMs of [0, 5200])
            setTimeout(() => sandbox.onReply({ kind: 'pong', number: 1 }), lateMs);
          return null;
        }
        if (request.kind === 'ping' && request.number > 0) return null;
        if (request.kind !== 'prepare') return ANSWERS(request);
        setTimeout(() => sandbox.onReply({ kind: 'prepared', batchSize: 2 }), 5100);
        return null;
      });
      const ended = expect(run(sandbox, { timeoutMs: 5000 })).rejects.toMatchObject({
        what: expect.stringContaining('perhaps in a loop without end') as string,
      });
      await vi.advanceTimersByTimeAsync(20_000);
      await ended;
    });

    it('from the sandbox itself is not blamed on the code, however short its time is', async () => {
      const slow = fake((request) => {
        if (request.kind !== 'ping' || request.number > 0) return ANSWERS(request);
        setTimeout(() => slow.sandbox.onReply({ kind: 'pong', number: 0 }), 20_000);
        return null;
      });
      const vectors = run(slow.sandbox, { timeoutMs: 1000 });
      await vi.advanceTimersByTimeAsync(20_000);
      expect((await vectors).dimension).toBe(3);
      const never = fake(() => null);
      const ended = expect(run(never.sandbox, { timeoutMs: 1000 })).rejects.toMatchObject({
        code: 'no-sandbox',
        what: 'The sandbox of your code did not start within 30 s.',
      });
      await vi.advanceTimersByTimeAsync(30_000);
      await ended;
      expect(never.closed()).toBe(1);
    });
  });
});
