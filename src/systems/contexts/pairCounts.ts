import type { SparseRows } from '../../measures/tokenSets.ts';

/** 100 MB with their counts. */
const MOST_SLOTS = 2 ** 23;
const FULLEST = 0.7;

/**
 * Counts pairs of a row and a column in bounded memory: where there are too many different ones, the rarest are
 * forgotten (lossy counting, Manku and Motwani 2002), and `undercount` says by how much a count may be too low.
 */
export class PairCounts {
  /** row * columns + column + 1; 0 is an empty slot. */
  private keys: Float64Array;
  private counts: Float64Array;
  private used = 0;
  private readonly columns: number;
  private readonly mostSlots: number;
  /** The most that was forgotten of any pair. */
  undercount = 0;

  constructor(columns: number, mostSlots = MOST_SLOTS) {
    this.columns = columns;
    this.mostSlots = mostSlots;
    const slots = Math.min(2 ** 16, mostSlots);
    this.keys = new Float64Array(slots);
    this.counts = new Float64Array(slots);
  }

  add(row: number, column: number): void {
    if (this.used >= this.keys.length * FULLEST) this.makeRoom();
    this.put(row * this.columns + column + 1, 1);
  }

  /** All that is counted; columns ascend within a row. */
  rows(rows: number): SparseRows {
    const offsets = new Int32Array(rows + 1);
    this.each((key) => offsets[Math.floor((key - 1) / this.columns) + 1]!++);
    for (let row = 0; row < rows; row++) offsets[row + 1]! += offsets[row]!;
    // Column and count in one number: a row is sorted by its columns without losing their counts.
    const packed = new Float64Array(this.used);
    const next = offsets.slice();
    this.each((key, count) => {
      const row = Math.floor((key - 1) / this.columns);
      packed[next[row]!++] = ((key - 1) % this.columns) * 2 ** 32 + count;
    });
    const ids = new Int32Array(this.used);
    const values = new Float64Array(this.used);
    for (let row = 0; row < rows; row++) packed.subarray(offsets[row]!, offsets[row + 1]!).sort();
    for (let k = 0; k < packed.length; k++) {
      ids[k] = Math.floor(packed[k]! / 2 ** 32);
      values[k] = packed[k]! % 2 ** 32;
    }
    return { offsets, ids, values };
  }

  private put(key: number, count: number): void {
    const mask = this.keys.length - 1;
    let slot = Math.imul((key ^ (key / 2 ** 32)) | 0, 0x9e3779b1);
    slot = (slot ^ (slot >>> 15)) & mask;
    while (this.keys[slot] !== 0 && this.keys[slot] !== key) slot = (slot + 1) & mask;
    if (this.keys[slot] === 0) {
      this.keys[slot] = key;
      this.used++;
    }
    this.counts[slot]! += count;
  }

  private makeRoom(): void {
    if (this.keys.length < this.mostSlots) return this.rebuild(this.keys.length * 2, 0);
    let rare = 0;
    // Until half is free again, lest each new pair forgets others.
    do this.rebuild(this.keys.length, ++rare);
    while (this.used > (this.keys.length * FULLEST) / 2);
    this.undercount += rare;
  }

  /** @param rare pairs counted no more often are left out */
  private rebuild(slots: number, rare: number): void {
    const { keys, counts } = this;
    this.keys = new Float64Array(slots);
    this.counts = new Float64Array(slots);
    this.used = 0;
    for (let slot = 0; slot < keys.length; slot++) {
      if (keys[slot] !== 0 && counts[slot]! > rare) this.put(keys[slot]!, counts[slot]!);
    }
  }

  private each(visit: (key: number, count: number) => void): void {
    for (let slot = 0; slot < this.keys.length; slot++) {
      if (this.keys[slot] !== 0) visit(this.keys[slot]!, this.counts[slot]!);
    }
  }
}
