import { proxy } from 'comlink';
import type { EncoderService, EncoderSettings } from '../encoders/encoder.ts';
import type { EncodingService, FolderFile } from '../encoders/types.ts';
import { WorkerClient } from './worker.ts';

/**
 * A worker for one transformer. Ending it is what frees the model's memory.
 * @param folder files that no browser storage keeps: every worker that is started has to be given them
 */
export function startEncoder(
  siteUrl: string,
  settings: EncoderSettings,
  folder: { model: string; files: readonly FolderFile[] } | null = null,
): WorkerClient<EncodingService> {
  return new WorkerClient<EncoderService>(
    'The encoding worker',
    () =>
      new Worker(new URL('../encoders/encoder.worker.ts', import.meta.url), {
        type: 'module',
        name: 'encoder',
      }),
    async (service) => {
      await service.begin(siteUrl, settings);
      if (folder)
        await service.adopt(
          0,
          folder.model,
          folder.files,
          proxy(() => {}),
        );
    },
  );
}
