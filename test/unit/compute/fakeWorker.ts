import { expose } from 'comlink';
import { WorkerClient } from '../../../src/compute/clients/worker.ts';

/** A worker in the same thread: messages go through a channel, events are fired by the test. */
export class FakeWorker {
  terminated = 0;
  private readonly channel = new MessageChannel();
  private readonly listeners = new Map<string, ((event: unknown) => void)[]>();

  constructor(service: object) {
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

export interface FakeClient<Service> {
  client: WorkerClient<Service>;
  /** All that were started, the last one last. */
  workers: FakeWorker[];
  /** One entry each time the client said that a worker ended. */
  ends: number[];
}

/** A client over fake workers, each with a service of its own. @param make throws where no worker can be made */
export function fakeClient<Service extends { begin(siteUrl: string): Promise<void> }>(
  make: () => Service,
): FakeClient<Service> {
  const workers: FakeWorker[] = [];
  const ends: number[] = [];
  const client = new WorkerClient<Service>(
    'The test worker',
    () => {
      const worker = new FakeWorker(make());
      workers.push(worker);
      return worker as unknown as Worker;
    },
    (service) => (service as unknown as Service).begin('https://page.test/'),
  );
  client.onEnd = () => ends.push(1);
  return { client, workers, ends };
}
