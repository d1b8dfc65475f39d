import { throwIfAborted } from '../../failure.ts';
import type { WordRows, WordVectors } from './types.ts';

const MOST_WORDS = 50_000;

/**
 * Word vectors that keep the rows of the words last asked for, so that a sentence which a person goes on typing costs
 * a look-up of its new words only. One look-up at a time: vectors may come from a file of gigabytes, and what nobody
 * waits for any more is dropped before it begins. A look-up that has begun is not cancelled: others may share its
 * downloads.
 */
export function rememberingVectors(vectors: WordVectors, mostWords = MOST_WORDS): WordVectors {
  const { dimension } = vectors;
  /** Null where the vectors do not hold the word. The ones used last are at the end. */
  const rowOf = new Map<string, Float32Array | null>();
  const notes = new Set<string>();
  let last: Promise<unknown> = Promise.resolve();

  async function lookUp(
    words: readonly string[],
    report: Parameters<WordVectors['rowsFor']>[1],
  ): Promise<void> {
    const found = await vectors.rowsFor(words, report);
    words.forEach((word, id) => {
      const row = found.known[id] === 1 ? found.rows.slice(id * dimension, (id + 1) * dimension) : null;
      rowOf.set(word, row);
    });
    for (const note of found.notes ?? []) notes.add(note);
  }

  function gather(vocabulary: readonly string[]): WordRows {
    const rows = new Float32Array(vocabulary.length * dimension);
    const known = new Uint8Array(vocabulary.length);
    vocabulary.forEach((word, id) => {
      const row = rowOf.get(word)!;
      rowOf.delete(word);
      rowOf.set(word, row);
      if (row === null) return;
      rows.set(row, id * dimension);
      known[id] = 1;
    });
    for (const word of rowOf.keys()) {
      if (rowOf.size <= mostWords) break;
      rowOf.delete(word);
    }
    return { dimension, rows, known, notes: [...notes] };
  }

  return {
    ...vectors,
    rowsFor(vocabulary, report, signal) {
      const turn = last.then(async () => {
        throwIfAborted(signal, 'Looking up words');
        const others = vocabulary.filter((word) => !rowOf.has(word));
        if (others.length > 0) await lookUp(others, report);
        return gather(vocabulary);
      });
      last = turn.catch(() => {});
      return turn;
    },
  };
}
