import { Failure } from '../../failure.ts';
import type { TaskSentences } from '../../systems/types.ts';
import type { BackendPreference } from '../backends/types.ts';
import type { ScoringService } from '../protocol.ts';
import { WorkerClient } from './worker.ts';

/**
 * The worker with the systems, the models and the backend.
 * @param preference asked whenever a worker starts, so that a choice by hand outlives the worker
 */
export function startScoring(
  siteUrl: string,
  preference: () => BackendPreference,
): WorkerClient<ScoringService> {
  return new WorkerClient<ScoringService>(
    'The scoring worker',
    () => new Worker(new URL('../engine.worker.ts', import.meta.url), { type: 'module', name: 'scoring' }),
    (service) => service.begin(siteUrl, preference()),
  );
}

/** Work on a task. The worker is given the sentences only where it does not hold them: copying them takes time. */
export async function onTask<T>(
  service: Pick<ScoringService, 'openTask'>,
  task: TaskSentences,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Failure && error.code === 'no-task')) throw error;
    await service.openTask(task);
    return work();
  }
}
