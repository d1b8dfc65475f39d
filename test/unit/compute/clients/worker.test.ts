import { expose } from 'comlink';
import { afterEach, describe, expect, it } from 'vitest';
import { eventSink, nextJob, WorkerClient } from '../../../../src/compute/clients/worker.ts';
import type { JobEvent } from '../../../../src/compute/protocol.ts';
import { Cancelled, Failure } from '../../../../src/failure.ts';
import { failureOf, held } from '../../support.ts';

interface Service {
  begin(siteUrl: string): Promise<void>;
  add(a: number, b: number): Promise<number>;
  hang(): Promise<never>;
  fail(): Promise<never>;
  report(onEvent: (event: JobEvent) => void): Promise<void>;
}

const HANG = new Promise<never>(() => {});

/** A worker in the same thread: messages go through a channel, events are fired by the test. */
class FakeWorker {
  readonly calls: string[] = [];
  terminated = 0;
  private readonly channel = new MessageChannel();
  private readonly listeners = new Map<string, ((event: unknown) => void)[]>();

  constructor(begin: () => Promise<void> = async () => {}) {
    const note = (call: string): void => void this.calls.push(call);
    const service: Service = {
      begin: async (siteUrl) => (note(`begin ${siteUrl}`), begin()),
      add: async (a, b) => (note('add'), a + b),
      hang: () => (note('hang'), HANG),
      fail: async () => {
        throw new Failure('no-task', 'Nothing here.', 'Choose one.');
      },
      report: async (onEvent) => void (await onEvent({ kind: 'waiting', ahead: 3 })),
    };
    expose(service, this.channel.port2 as unknown as Parameters<typeof expose>[1]);
  }

  addEventListener(type: string, listener: (event: unknown) => void): void {
    if (type === 'message') this.channel.port1.addEventListener(type, listener);
    else this.listeners.set(type, [...(this.listeners.get(type) ?? []), listener]);
    this.channel.port1.start();
  }

  removeEventListener(type: string, listener: (event: Event) => void): void {
    this.channel.port1.removeEventListener(type, listener);
  }

  postMessage(message: unknown, transfer: Transferable[]): void {
    this.channel.port1.postMessage(message, transfer);
  }

  terminate(): void {
    this.terminated++;
    this.channel.port1.close();
    this.channel.port2.close();
  }

  fire(type: 'error' | 'messageerror', event: unknown = {}): void {
    for (const listener of this.listeners.get(type) ?? []) listener(event);
  }
}

let clients: WorkerClient<Service>[] = [];
afterEach(() => {
  for (const client of clients) client.end();
  clients = [];
});

function clientWith(make: () => FakeWorker = () => new FakeWorker()) {
  const workers: FakeWorker[] = [];
  const ends: number[] = [];
  const client = new WorkerClient<Service>(
    'The test worker',
    () => {
      const worker = make();
      workers.push(worker);
      return worker as unknown as Worker;
    },
    (service) => service.begin('https://page.test/'),
  );
  client.onEnd = () => ends.push(1);
  clients.push(client);
  return { client, workers, ends };
}

describe('WorkerClient', () => {
  it('starts one worker at the first call, and begins it before anything else', async () => {
    const { client, workers } = clientWith();
    expect(workers.length).toBe(0);
    const answers = await Promise.all([client.call((s) => s.add(1, 2)), client.call((s) => s.add(3, 4))]);
    expect(answers).toEqual([3, 7]);
    expect(workers.length).toBe(1);
    expect(workers[0]!.calls).toEqual(['begin https://page.test/', 'add', 'add']);
  });

  it('calls wait until the worker has begun', async () => {
    const begun = held<void>();
    const { client, workers } = clientWith(() => new FakeWorker(() => begun.promise));
    const answer = client.call((s) => s.add(1, 2));
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(workers[0]!.calls).toEqual(['begin https://page.test/']);
    begun.resolve();
    expect(await answer).toBe(3);
  });

  it('a Failure of the service arrives as one, and the worker lives on', async () => {
    const { client, workers } = clientWith();
    expect((await failureOf(() => client.call((s) => s.fail()))).code).toBe('no-task');
    expect(await client.call((s) => s.add(1, 1))).toBe(2);
    expect(workers.length).toBe(1);
  });

  it('progress comes through a callback', async () => {
    const { client } = clientWith();
    const events: JobEvent[] = [];
    await client.call((s) => s.report(eventSink((event) => events.push(event))));
    expect(events).toEqual([{ kind: 'waiting', ahead: 3 }]);
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
      expect(workers[1]!.calls[0]).toBe('begin https://page.test/');
    },
  );

  it('a worker whose script does not load rejects the first call, instead of hanging', async () => {
    const { client, workers } = clientWith(() => new FakeWorker(() => HANG));
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

describe('nextJob', () => {
  it('never gives a number twice', () => {
    const jobs = Array.from({ length: 100 }, nextJob);
    expect(new Set(jobs).size).toBe(100);
  });
});
