import { Cancelled, Failure } from '../../failure.ts';
import { tooLarge } from './weights.ts';
import type { EncoderFacts } from './types.ts';

const OUT_OF_MEMORY =
  /bad_alloc|out of memory|allocation failed|failed to allocate|could not allocate|invalid array (buffer )?length|memory access out of bounds|exceeds the max(imum)? (buffer|storage)|maxBufferSize|maxStorageBufferBindingSize|OrtDevice|createBuffer/i;
const DEVICE_GONE =
  /(device|context|gpu)\b.{0,40}\b(lost|destroyed|removed|hung)\b|\blost\b.{0,40}\bdevice\b/i;

/** Which model failed, as far as the messages name it. */
export type Subject = Pick<EncoderFacts, 'model' | 'dtype' | 'device' | 'sizeBytes'>;

/** What the runtime threw, as a person can understand it. */
export function explained(error: unknown, subject: Subject, doing: 'starting' | 'running'): Error {
  if (error instanceof Failure || error instanceof Cancelled) return error;
  const message = error instanceof Error ? error.message : String(error);
  const options = { cause: error };
  if (subject.device === 'webgpu' && DEVICE_GONE.test(message)) return deviceLost(message, options);
  // The runtime throws a bare number where it had no memory left to say more.
  if (error instanceof RangeError || typeof error === 'number' || OUT_OF_MEMORY.test(message)) {
    return tooLarge(subject.model, subject.dtype, subject.sizeBytes, options);
  }
  if (doing === 'starting') {
    return new Failure(
      'model-unusable',
      `${subject.model} (${subject.dtype}) does not start on ${subject.device}: ${oneLine(message)}.`,
      'Choose another precision or another device for it, or another model.',
      options,
    );
  }
  return new Failure(
    'encoding-failed',
    `${subject.model} (${subject.dtype}) failed on ${subject.device}: ${oneLine(message)}.`,
    'Try again; if it happens twice, choose another device or precision.',
    options,
  );
}

export function deviceLost(why: string, options?: ErrorOptions): Failure {
  return new Failure(
    'device-lost',
    `The graphics device went away (${oneLine(why) || 'the browser does not say why'}).`,
    'Run again, or choose wasm.',
    options,
  );
}

function oneLine(message: string): string {
  return message
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.\s]+$/, '');
}
