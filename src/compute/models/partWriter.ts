import { createSHA256 } from 'hash-wasm';
import { allocate, dropFile, keepPart, keepWhole, type Slot, type Validators } from './keptFile.ts';

/** What is kept at once. A cut loses nothing that arrived; a closed tab at most this much. */
export const PART_BYTES = 4 * 1024 * 1024;
/** Without Cache Storage, larger files are not held in memory a second time. */
const HELD_LIMIT_BYTES = 32 * 1024 * 1024;

export interface PartWriter {
  length(): number;
  add(bytes: Uint8Array): void;
  /** Keeps what is not kept yet, where it is at least so much. */
  flush(leastBytes: number): Promise<void>;
  drop(): Promise<void>;
  whole(): ArrayBuffer;
  sha256(): string;
  /** Keeps the rest and says that the file is whole. Gives the reason where it could not be kept. */
  finish(sha256: string): Promise<string | null>;
}

/**
 * Collects a file as it arrives and keeps it part by part. Storage that is full or refuses does not stop it: the
 * parts are deleted, and `finish` says why.
 */
export async function partWriter(
  slot: Slot,
  validators: Validators,
  totalBytes: number | null,
  /** How much of what will be added is kept already. */
  keptBytes: number,
): Promise<PartWriter> {
  const hasher = await createSHA256();
  let buffer = allocate(totalBytes ?? PART_BYTES, slot);
  let length = 0;
  let kept = keptBytes;
  let notKept: string | null = slot.place.lasting ? null : 'The browser keeps nothing for this page.';

  async function flush(leastBytes: number): Promise<void> {
    if (length - kept < leastBytes || (notKept !== null && slot.place.lasting)) return;
    try {
      await keepPart(slot, kept, buffer.subarray(kept, length), validators);
      kept = length;
    } catch (error) {
      // Not a failure of the download: it goes on, and the file is fetched again another time.
      notKept = whyNotKept(error);
      await dropFile(slot);
    }
  }
  return {
    length: () => length,
    add(bytes) {
      if (length + bytes.length > buffer.length) {
        const larger = allocate(Math.max(buffer.length * 2, length + bytes.length), slot);
        larger.set(buffer.subarray(0, length));
        buffer = larger;
      }
      buffer.set(bytes, length);
      length += bytes.length;
      hasher.update(bytes);
    },
    flush,
    drop: () => dropFile(slot),
    whole: () => (length === buffer.length ? buffer : buffer.slice(0, length)).buffer,
    sha256: () => hasher.digest('hex'),
    async finish(sha256) {
      await flush(1);
      const tooLarge = !slot.place.lasting && length > HELD_LIMIT_BYTES;
      if (tooLarge || (notKept !== null && slot.place.lasting)) {
        await dropFile(slot);
        return notKept;
      }
      try {
        await keepWhole(slot, { sizeBytes: length, sha256, ...validators });
      } catch (error) {
        notKept = whyNotKept(error);
        await dropFile(slot);
      }
      return notKept;
    },
  };
}

export function whyNotKept(error: unknown): string {
  return error instanceof DOMException && error.name === 'QuotaExceededError'
    ? "The browser's storage for this page is full."
    : 'The browser refused to keep it.';
}
