import type { ScoringService } from '../protocol.ts';
import { WorkerClient } from './worker.ts';

/** The worker with the systems, the models and the backend. */
export function startScoring(siteUrl: string): WorkerClient<ScoringService> {
  return new WorkerClient<ScoringService>(
    'The scoring worker',
    () => new Worker(new URL('../engine.worker.ts', import.meta.url), { type: 'module', name: 'scoring' }),
    (service) => service.begin(siteUrl),
  );
}
