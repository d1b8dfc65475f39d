import type { EncoderService, EncoderSettings } from '../encoders/encoder.ts';
import type { EncodingService } from '../encoders/types.ts';
import { WorkerClient } from './worker.ts';

/** A worker for one transformer. Ending it is what frees the model's memory. */
export function startEncoder(siteUrl: string, settings: EncoderSettings): WorkerClient<EncodingService> {
  return new WorkerClient<EncoderService>(
    'The encoding worker',
    () =>
      new Worker(new URL('../encoders/encoder.worker.ts', import.meta.url), {
        type: 'module',
        name: 'encoder',
      }),
    (service) => service.begin(siteUrl, settings),
  );
}
