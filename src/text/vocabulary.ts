const FIRST_SLOTS = 32_768;

/**
 * Distinct words, numbered in the order they come. A word is found by its place in a text, without being cut out of
 * it: a `Map` would need a string of its own for every token.
 */
export class Vocabulary {
  /** Word i is number i. */
  readonly words: string[] = [];
  /** The hash of each word; half as many places as slots. */
  private hashes = new Int32Array(FIRST_SLOTS / 2);
  /** Number + 1 of a word, at the slot of its hash or behind it; 0 is free. */
  private slots = new Int32Array(FIRST_SLOTS);

  /** The number of the word text[start .. end), a new one where it has not come before. */
  numberAt(text: string, start: number, end: number): number {
    const { hashes, slots, words } = this;
    let hash = 0x811c9dc5 | 0;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    hash ^= hash >>> 15;
    const mask = slots.length - 1;
    let slot = hash & mask;
    for (let held = slots[slot]!; held !== 0; held = slots[slot]!) {
      const number = held - 1;
      if (hashes[number] === hash && standsAt(words[number]!, text, start, end)) return number;
      slot = (slot + 1) & mask;
    }
    const number = words.push(text.slice(start, end)) - 1;
    hashes[number] = hash;
    slots[slot] = number + 1;
    if (words.length === hashes.length) this.grow();
    return number;
  }

  private grow(): void {
    const { hashes } = this;
    this.hashes = new Int32Array(hashes.length * 2);
    this.hashes.set(hashes);
    this.slots = new Int32Array(this.hashes.length * 2);
    const mask = this.slots.length - 1;
    for (let number = 0; number < hashes.length; number++) {
      let slot = hashes[number]! & mask;
      while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
      this.slots[slot] = number + 1;
    }
  }
}

function standsAt(word: string, text: string, start: number, end: number): boolean {
  if (word.length !== end - start) return false;
  for (let i = 0; i < word.length; i++) if (word.charCodeAt(i) !== text.charCodeAt(start + i)) return false;
  return true;
}
