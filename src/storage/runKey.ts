import { sha256 } from 'hash-wasm';
import { Failure } from '../failure.ts';
import type { EncoderProvenance, Provenance } from './types.ts';

/** JSON with the keys of every object sorted, so that equal values have equal texts. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`;
  }
  // JSON writes NaN and the infinities as null: two different parameters would share a key.
  if ((typeof value === 'number' && !Number.isFinite(value)) || value === undefined)
    throw new Failure(
      'provenance-not-json',
      `A provenance contains ${String(value)}, which has no identity.`,
      'Write null where there is no value.',
    );
  return JSON.stringify(value);
}

/**
 * sha256 (hex) of everything in the provenance but `backendReason`, which says why a backend was taken and not
 * what it computed, `modelOrigin`, because the revision names the bytes, and `fittedOn`, which follows from the parts and the system's parameters and is known only
 * after the run. The order of `parts` counts, because it is the order of the scores.
 * hash-wasm rather than `crypto.subtle`, which a page served over plain http does not have.
 */
export async function runKey(provenance: Provenance): Promise<string> {
  const identifying: Partial<Provenance> = { ...provenance };
  delete identifying.backendReason;
  delete identifying.fittedOn;
  delete identifying.modelOrigin;
  return sha256(canonicalJson(identifying));
}

/**
 * sha256 (hex) of everything in the provenance and the task. Sets of equal keys have equal rows; why a backend was
 * taken, and how many threads it had, are therefore kept beside the provenance and not in it.
 */
export async function embeddingsKey(provenance: EncoderProvenance, taskKey: string): Promise<string> {
  return sha256(canonicalJson({ provenance, taskKey }));
}
