import type { DeskService } from '../protocol.ts';
import { WorkerClient } from './worker.ts';

/** The worker that reads files and does the statistics. */
export function startDesk(siteUrl: string): WorkerClient<DeskService> {
  return new WorkerClient<DeskService>(
    'The reading and statistics worker',
    () => new Worker(new URL('../desk.worker.ts', import.meta.url), { type: 'module', name: 'desk' }),
    (service) => service.begin(siteUrl),
  );
}
