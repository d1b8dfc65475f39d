import type { ImportNote } from './types.ts';

/** "1 row", "2 rows". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Counts equal remarks and remembers the line of the first. */
export class Tally {
  readonly #notes = new Map<string, ImportNote>();

  add(text: string, line?: number): void {
    const note = this.#notes.get(text);
    if (note) note.count++;
    else this.#notes.set(text, line === undefined ? { text, count: 1 } : { text, count: 1, firstLine: line });
  }

  list(): ImportNote[] {
    return [...this.#notes.values()];
  }
}
