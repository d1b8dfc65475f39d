import { getEventListeners } from 'node:events';
import { wrap } from 'comlink';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callJob, WorkerClient } from '../../../../src/compute/clients/worker.ts';
import type { JobEvent, OnEvent } from '../../../../src/compute/protocol.ts';
import { Cancelled, Failure } from '../../../../src/failure.ts';
import { failureOf, held } from '../../support.ts';
import { fakeClient } from '../fakeWorker.ts';

const HANG = new Promise<never>(() => {});

/** What the workers were asked to do, in order. */
let calls: string[] = [];

class Service {
  constructor(
    private readonly begun: Promise<void> = Promise.resolve(),
    private readonly onCancel: (job: number) => void = () => {},
  ) {}

  async begin(siteUrl: string): Promise<void> {
    calls.push(`begin ${siteUrl}`);
    return this.begun;
  }

  async add(a: number, b: number): Promise<number> {
    calls.push('add');
    return a + b;
  }

  hang(): Promise<never> {
    calls.push('hang');
    return HANG;
  }

  async fail(): Promise<never> {
    throw new Failure('no-task', 'Nothing here.', 'Choose one.');
  }

  async report(onEvent: OnEvent): Promise<void> {
    await onEvent({ kind: 'waiting', ahead: 3 });
  }

  /** A job that lasts until the test ends it. */
  async work(job: number, name: string): Promise<string> {
    calls.push(`work ${job}`);
    WORK.get(name)!.started.resolve();
    return WORK.get(name)!.end.promise;
  }

  async cancel(job: number): Promise<void> {
    calls.push(`cancel ${job}`);
    this.onCancel(job);
  }
}

/** Jobs by their names: a promise does not cross to a worker. */
const WORK = new Map<string, { started: Held<void>; end: Held<string> }>();
type Held<T> = ReturnType<typeof held<T>>;

let clients: WorkerClient<Service>[] = [];
beforeEach(() => {
  calls = [];
});
afterEach(() => {
  for (const client of clients) client.end();
  clients = [];
  WORK.clear();
  vi.useRealTimers();
});

function clientWith(make: () => Service = () => new Service()) {
  const made = fakeClient<Service>(make);
  clients.push(made.client);
  return made;
}

describe('WorkerClient', () => {
  it('starts one worker at the first call, and begins it before anything else', async () => {
    const { client, workers } = clientWith();
    expect(workers.length).toBe(0);
    const answers = await Promise.all([client.call((s) => s.add(1, 2)), client.call((s) => s.add(3, 4))]);
    expect(answers).toEqual([3, 7]);
    expect(workers.length).toBe(1);
    expect(calls).toEqual(['begin https://page.test/', 'add', 'add']);
  });

  it('calls wait until the worker has begun', async () => {
    const begun = held<void>();
    const { client, workers } = clientWith(() => new Service(begun.promise));
    const answer = client.call((s) => s.add(1, 2));
    // Asked past the client, on the same channel: what the client sent before it has arrived by then.
    await wrap<Service>(workers[0]! as unknown as Worker).add(0, 0);
    expect(calls).toEqual(['begin https://page.test/', 'add']);
    begun.resolve();
    expect(await answer).toBe(3);
    expect(calls.length).toBe(3);
  });

  it('a Failure of the service arrives as one, and the worker lives on', async () => {
    const { client, workers } = clientWith();
    expect((await failureOf(() => client.call((s) => s.fail()))).code).toBe('no-task');
    expect(await client.call((s) => s.add(1, 1))).toBe(2);
    expect(workers.length).toBe(1);
  });

  it.each(['error', 'messageerror'] as const)(
    'an %s event rejects every call that waits; the next starts anew',
    async (type) => {
      const { client, workers, ends } = clientWith();
      await client.call((s) => s.add(1, 1));
      const waiting = [client.call((s) => s.hang()), client.call((s) => s.hang())];
      workers[0]!.fire(type, { message: 'out of memory' });
      for (const call of waiting) {
        const failure = await failureOf(() => call);
        expect(failure.code).toBe('worker-died');
        expect(failure.what).toContain('The test worker stopped');
        if (type === 'error') expect(failure.what).toContain('out of memory');
      }
      expect(workers[0]!.terminated).toBe(1);
      expect(ends.length).toBe(1);
      expect(await client.call((s) => s.add(2, 2))).toBe(4);
      expect(workers.length).toBe(2);
      expect(calls.slice(-2)).toEqual(['begin https://page.test/', 'add']);
    },
  );

  it('a worker whose script does not load rejects the first call, instead of hanging', async () => {
    const { client, workers } = clientWith(() => new Service(HANG));
    const call = client.call((s) => s.add(1, 1));
    workers[0]!.fire('error', {});
    expect((await failureOf(() => call)).what).toBe('The test worker stopped.');
  });

  it('a worker that can not even be made is an error of the call', async () => {
    const { client } = clientWith(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    await expect(client.call((s) => s.add(1, 1))).rejects.toThrow('blocked');
  });

  it('end() rejects what waits with Cancelled, or with the reason given, and is told once', async () => {
    const { client, workers, ends } = clientWith();
    const waiting = client.call((s) => s.hang());
    client.end();
    await expect(waiting).rejects.toBeInstanceOf(Cancelled);
    expect(workers[0]!.terminated).toBe(1);
    expect(ends.length).toBe(1);
    expect(await client.call((s) => s.add(2, 3))).toBe(5);
    expect(workers.length).toBe(2);
    const other = client.call((s) => s.hang());
    client.end(new Failure('worker-ended', 'It was ended.', 'Start again.'));
    expect((await failureOf(() => other)).code).toBe('worker-ended');
  });

  it('case 33: an event that comes after the end, or a second one, is not reported', async () => {
    const { client, workers, ends } = clientWith();
    await client.call((s) => s.add(1, 1));
    client.end();
    workers[0]!.fire('error', { message: 'late' });
    expect(ends.length).toBe(1);
    const waiting = client.call((s) => s.hang());
    workers[0]!.fire('error', { message: 'very late' });
    workers[1]!.fire('error', { message: 'first' });
    workers[1]!.fire('error', { message: 'second' });
    expect((await failureOf(() => waiting)).what).toContain('first');
    expect(ends.length).toBe(2);
  });

  it('end() without a worker does nothing', () => {
    expect(() => clientWith().client.end()).not.toThrow();
  });
});

describe('callJob', () => {
  const signalOf = (): { signal: AbortSignal; abort: () => void } => {
    const controller = new AbortController();
    return { signal: controller.signal, abort: () => controller.abort() };
  };
  const listeners = (signal: AbortSignal): number => getEventListeners(signal, 'abort').length;
  const jobs = (what: string): string[] =>
    calls.filter((call) => call.startsWith(what)).map((call) => call.split(' ')[1]!);

  /** A job that is at work, and what makes it end. */
  function begin(client: WorkerClient<Service>, signal: AbortSignal) {
    const name = `job ${WORK.size}`;
    const [started, end] = [held<void>(), held<string>()];
    end.promise.catch(() => {});
    WORK.set(name, { started, end });
    const result = callJob(
      'The job',
      client,
      (service, job) => service.work(job, name),
      () => {},
      signal,
    );
    result.catch(() => {});
    return { result, end, isAtWork: started.promise };
  }

  it('gives what the job gives, passes on its events, and leaves nothing at the signal', async () => {
    const { client } = clientWith();
    const { signal } = signalOf();
    const events: JobEvent[] = [];
    const result = callJob(
      'The job',
      client,
      async (service, job, onEvent) => {
        await service.report(onEvent);
        return (await service.add(1, 2)) + Math.min(job, 0);
      },
      (event) => events.push(event),
      signal,
    );
    expect(listeners(signal)).toBe(1);
    expect(await result).toBe(3);
    expect(events).toEqual([{ kind: 'waiting', ahead: 3 }]);
    expect(listeners(signal)).toBe(0);
    expect(jobs('cancel')).toEqual([]);
  });

  it('never gives a number twice', async () => {
    const { client } = clientWith();
    const numbers = await Promise.all(
      Array.from({ length: 50 }, () =>
        callJob(
          'The job',
          client,
          async (_, job) => job,
          () => {},
          signalOf().signal,
        ),
      ),
    );
    expect(new Set(numbers).size).toBe(50);
  });

  it('a Failure of the job is passed on, and nothing is left at the signal', async () => {
    const { client } = clientWith();
    const { signal } = signalOf();
    const failure = await failureOf(() =>
      callJob(
        'The job',
        client,
        (service) => service.fail(),
        () => {},
        signal,
      ),
    );
    expect(failure.code).toBe('no-task');
    expect(listeners(signal)).toBe(0);
  });

  it('cancelled before: no worker is started for it', async () => {
    const { client, workers } = clientWith();
    const { signal, abort } = signalOf();
    abort();
    const { result } = begin(client, signal);
    await expect(result).rejects.toThrow('The job was cancelled.');
    await expect(result).rejects.toBeInstanceOf(Cancelled);
    expect(workers.length).toBe(0);
    expect(listeners(signal)).toBe(0);
  });

  it.each<[string, Error]>([
    ['Cancelled', new Cancelled('Something')],
    ['the AbortError of a fetch', new DOMException('aborted', 'AbortError')],
    ['a Failure', new Failure('download-failed', 'It stopped.', 'Try again.')],
  ])('cancelled during, the job ends with %s: Cancelled, and the worker lives on', async (_, reason) => {
    const { client, workers } = clientWith(() => new Service(undefined, () => end.reject(reason)));
    const { signal, abort } = signalOf();
    const { result, end, isAtWork } = begin(client, signal);
    await isAtWork;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    abort();
    await expect(result).rejects.toThrow('The job was cancelled.');
    await expect(result).rejects.toBeInstanceOf(Cancelled);
    expect(jobs('cancel')).toEqual(jobs('work'));
    expect(listeners(signal)).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
    expect(workers[0]!.terminated).toBe(0);
    expect(await client.call((service) => service.add(1, 1))).toBe(2);
  });

  it('cancelled too late for the job: Cancelled all the same', async () => {
    const { client, workers } = clientWith(() => new Service(undefined, () => end.resolve('done')));
    const { signal, abort } = signalOf();
    const { result, end, isAtWork } = begin(client, signal);
    await isAtWork;
    abort();
    await expect(result).rejects.toBeInstanceOf(Cancelled);
    expect(workers[0]!.terminated).toBe(0);
    expect(listeners(signal)).toBe(0);
  });

  it('cancelled after the job: nobody hears of it', async () => {
    const { client } = clientWith();
    const { signal, abort } = signalOf();
    const { result, end } = begin(client, signal);
    end.resolve('done');
    expect(await result).toBe('done');
    abort();
    await client.call((service) => service.add(1, 1));
    expect(jobs('cancel')).toEqual([]);
  });

  it('a service that does not stop is ended after 3 s; its other jobs are told why', async () => {
    const { client, workers, ends } = clientWith();
    const { signal, abort } = signalOf();
    const stuck = begin(client, signal);
    const other = begin(client, signalOf().signal);
    await Promise.all([stuck.isAtWork, other.isAtWork]);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    abort();
    await vi.advanceTimersByTimeAsync(2_999);
    expect(workers[0]!.terminated).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(workers[0]!.terminated).toBe(1);
    expect(ends.length).toBe(1);
    await expect(stuck.result).rejects.toBeInstanceOf(Cancelled);
    const failure = await failureOf(() => other.result);
    expect(failure.code).toBe('worker-ended');
    expect(failure.what).toBe('The worker was ended because “The job” did not stop.');
    expect(listeners(signal)).toBe(0);
  });

  it('a worker that dies of the cancel: Cancelled, and its successor is not ended for it', async () => {
    const { client, workers } = clientWith(
      () => new Service(undefined, () => workers[0]!.fire('error', { message: 'gone' })),
    );
    const { signal, abort } = signalOf();
    const { result, isAtWork } = begin(client, signal);
    await isAtWork;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    abort();
    await expect(result).rejects.toBeInstanceOf(Cancelled);
    expect(await client.call((service) => service.add(1, 1))).toBe(2);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(workers.map(({ terminated }) => terminated)).toEqual([1, 0]);
  });

  it('a cancel that fails itself does no harm', async () => {
    const { client } = clientWith(
      () =>
        new Service(undefined, () => {
          end.reject(new Cancelled());
          throw new Error('no such job');
        }),
    );
    const { signal, abort } = signalOf();
    const { result, end, isAtWork } = begin(client, signal);
    await isAtWork;
    abort();
    await expect(result).rejects.toBeInstanceOf(Cancelled);
  });
});
