import { quietly } from './kept.ts';
import { modelPrefix, parseKey, recordKey, type EntryName } from './keys.ts';
import type { Place } from './place.ts';
import type { ModelRecord } from './sources.ts';

/** What is kept of a model says where it came from and at which revision. */
export async function keptRecord(place: Place, model: string): Promise<ModelRecord | null> {
  const entry = await place.get(recordKey(model));
  return entry ? readRecord(await entry.bytes()) : null;
}

export function readRecord(bytes: ArrayBuffer): ModelRecord | null {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as ModelRecord;
  } catch {
    return null;
  }
}

/** Keeps a record, and deletes what is kept of other revisions of the model. */
export async function keepRecord(place: Place, record: ModelRecord): Promise<void> {
  await place.put(recordKey(record.model), new TextEncoder().encode(JSON.stringify(record)));
  for (const key of await place.keys(modelPrefix(record.model))) {
    const name = parseKey(key);
    if (name && name.kind !== 'record' && name.revision !== record.revision) await place.delete(key);
  }
}

/** Deletes what is kept of one revision. */
export async function dropRevision(place: Place, model: string, revision: string): Promise<void> {
  for (const key of await place.keys(modelPrefix(model))) {
    if (parseKey(key)?.revision === revision) await quietly(() => place.delete(key));
  }
}

/** Whether all that was asked for of the kept revision is there, weights among it. */
export async function isComplete(place: Place, { model, revision }: ModelRecord): Promise<boolean> {
  return isWhole(
    (await place.keys(modelPrefix(model)))
      .map(parseKey)
      .filter((name) => name !== null)
      .filter((name) => name.revision === revision),
  );
}

/** The same over the names of one revision's entries. */
export function isWhole(names: readonly EntryName[]): boolean {
  const whole = new Set(names.filter(({ kind }) => kind === 'file').map(({ path }) => path));
  const asked = names.filter(({ kind }) => kind === 'part' || kind === 'wanted');
  return [...whole].some((path) => path.endsWith('.onnx')) && asked.every(({ path }) => whole.has(path));
}
