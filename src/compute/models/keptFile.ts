import { Failure } from '../../failure.ts';
import { quietly, SIZE_HEADER } from './kept.ts';
import { entryKey, partPrefix } from './keys.ts';
import type { Place } from './place.ts';

/** One file of a model at one revision, where it is kept. */
export interface Slot {
  place: Place;
  model: string;
  revision: string;
  path: string;
}

/** By what its host tells one version of a file from another. */
export interface Validators {
  etag: string | null;
  modified: string | null;
}

export interface KeptFile extends Validators {
  sizeBytes: number;
  sha256: string;
}

/** What arrived of a file that is not whole yet: parts that follow one another from its first byte. */
export interface Arrived extends Validators {
  /** Where each part starts. */
  offsets: number[];
  sizeBytes: number;
}

const SHA256_HEADER = 'x-sts-sha256';
const WHOLE_HEADER = 'x-sts-whole';
const ETAG_HEADER = 'x-sts-etag';
const MODIFIED_HEADER = 'x-sts-modified';

/** What is kept of a file that is whole. */
export async function keptFile(slot: Slot): Promise<KeptFile | null> {
  const entry = await slot.place.get(fileKey(slot));
  if (!entry) return null;
  const sha256 = entry.facts.get(SHA256_HEADER);
  const sizeBytes = Number(entry.facts.get(WHOLE_HEADER) ?? NaN);
  if (sha256 === null || !Number.isSafeInteger(sizeBytes)) return null;
  return { sha256, sizeBytes, ...validatorsOf(entry.facts) };
}

/** The bytes of a file that is whole; null where a part is gone or has another length. */
export async function keptBytes(slot: Slot, { sizeBytes }: KeptFile): Promise<ArrayBuffer | null> {
  const bytes = allocate(sizeBytes, slot);
  let length = 0;
  while (length < sizeBytes) {
    const part = await partBytes(slot, length);
    if (!part || part.length === 0 || length + part.length > sizeBytes) return null;
    bytes.set(part, length);
    length += part.length;
  }
  return bytes.buffer;
}

/** What arrived of a file in earlier attempts; reads no bytes. */
export async function arrivedOf(slot: Slot): Promise<Arrived> {
  const arrived: Arrived = { offsets: [], sizeBytes: 0, etag: null, modified: null };
  for (;;) {
    const facts = (await slot.place.get(partKey(slot, arrived.sizeBytes)))?.facts;
    const length = Number(facts?.get(SIZE_HEADER) ?? 0);
    if (!facts || !(length > 0)) return arrived;
    const { etag, modified } = validatorsOf(facts);
    if (arrived.offsets.length === 0) Object.assign(arrived, { etag, modified });
    else if (etag !== arrived.etag || modified !== arrived.modified) return arrived;
    arrived.offsets.push(arrived.sizeBytes);
    arrived.sizeBytes += length;
  }
}

/** Bytes that arrived, from `from` on; null where they are gone or cut. */
export async function partBytes(slot: Slot, from: number): Promise<Uint8Array | null> {
  const entry = await slot.place.get(partKey(slot, from));
  const bytes = entry && (await quietly(() => entry.bytes()));
  if (!entry || !bytes || String(bytes.byteLength) !== entry.facts.get(SIZE_HEADER)) return null;
  return new Uint8Array(bytes);
}

export async function keepPart(
  slot: Slot,
  from: number,
  bytes: Uint8Array,
  { etag, modified }: Validators,
): Promise<void> {
  await slot.place.put(partKey(slot, from), bytes, { [ETAG_HEADER]: etag, [MODIFIED_HEADER]: modified });
}

/** Says that all parts of a file are kept and what they are. Written last, so that no half file passes for whole. */
export async function keepWhole(slot: Slot, file: KeptFile): Promise<void> {
  await slot.place.put(fileKey(slot), new Uint8Array(), {
    [WHOLE_HEADER]: String(file.sizeBytes),
    [SHA256_HEADER]: file.sha256,
    [ETAG_HEADER]: file.etag,
    [MODIFIED_HEADER]: file.modified,
  });
  await slot.place.delete(markKey(slot, 'wanted'));
  await slot.place.delete(markKey(slot, 'absent'));
}

/** Notes that a file was asked for and could not be had, or that its host does not have it. */
export async function mark(slot: Slot, kind: 'wanted' | 'absent'): Promise<void> {
  await slot.place.put(markKey(slot, kind), new Uint8Array());
}

export async function isMarked(slot: Slot, kind: 'wanted' | 'absent'): Promise<boolean> {
  return (await slot.place.get(markKey(slot, kind))) !== undefined;
}

/** Deletes a file, whole or not. */
export async function dropFile(slot: Slot): Promise<void> {
  await slot.place.delete(fileKey(slot));
  for (const key of await slot.place.keys(partPrefix(slot.model, slot.revision, slot.path))) {
    await slot.place.delete(key);
  }
}

/** @throws Failure `model-too-large` where the browser has no room for the file in one piece */
export function allocate(
  sizeBytes: number,
  { model, path }: Pick<Slot, 'model' | 'path'>,
): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(sizeBytes);
  } catch (cause) {
    throw new Failure(
      'model-too-large',
      `${path} of ${model} (${megabytes(sizeBytes)}) does not fit into this browser's memory.`,
      'Choose a smaller precision (q8) or a smaller model.',
      { cause },
    );
  }
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

function validatorsOf(facts: Headers): Validators {
  return { etag: facts.get(ETAG_HEADER), modified: facts.get(MODIFIED_HEADER) };
}

function fileKey({ model, revision, path }: Slot): string {
  return entryKey(model, 'file', revision, path);
}

function markKey({ model, revision, path }: Slot, kind: 'wanted' | 'absent'): string {
  return entryKey(model, kind, revision, path);
}

function partKey({ model, revision, path }: Slot, from: number): string {
  return partPrefix(model, revision, path) + from;
}
