import type { LanguageService } from '../protocol.ts';
import { WorkerClient } from './worker.ts';

/** The worker that reads sentences. Its first job fetches the lexicon. */
export function startLanguage(siteUrl: string): WorkerClient<LanguageService> {
  return new WorkerClient<LanguageService>(
    'The language worker',
    () => new Worker(new URL('../language.worker.ts', import.meta.url), { type: 'module', name: 'language' }),
    (service) => service.begin(siteUrl),
  );
}
