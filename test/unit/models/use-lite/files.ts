import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PreTrainedTokenizer } from '@xenova/transformers';

const folder = new URL('../../../../public/models/use-lite/', import.meta.url);

/** Whether `npm run models` has built the model that these tests look at. */
export const built = existsSync(fileURLToPath(new URL('manifest.json', folder)));
export const notBuilt = built ? '' : ' (skipped: npm run models has not run)';

export function readBuilt(name: string): Uint8Array {
  return new Uint8Array(readFileSync(fileURLToPath(new URL(name, folder))));
}

export function readBuiltJson<T>(name: string): T {
  return JSON.parse(Buffer.from(readBuilt(name)).toString()) as T;
}

/** Text -> token ids, cut at the limit, by the code that the page uses. */
export function loadTokenizer(): (text: string, truncation?: boolean) => number[] {
  const tokenizer = new PreTrainedTokenizer(
    readBuiltJson<object>('tokenizer.json'),
    readBuiltJson<object>('tokenizer_config.json'),
  );
  return (text, truncation = true) =>
    (tokenizer(text, { truncation, return_tensor: false }) as unknown as { input_ids: number[] }).input_ids;
}
