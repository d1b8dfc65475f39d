import type { SentencePair } from '../benchmarks/types.ts';
import type { TaskSentences } from './types.ts';

/** Pairs of one part as a task takes them. */
export interface TaskPart {
  /** "test" or "test/images": how the part is called in fits and facets. */
  name: string;
  /** sha256 of its sentences and gold scores. */
  contentHash: string;
  pairs: readonly SentencePair[];
}

/** The pairs of some parts, one after another, with each distinct text once. */
export function makeTask(parts: readonly TaskPart[]): TaskSentences {
  const total = parts.reduce((sum, part) => sum + part.pairs.length, 0);
  const indexOf = new Map<string, number>();
  const languages: string[] = [];
  const indexFor = (text: string, language: string): number => {
    let index = indexOf.get(text);
    if (index === undefined) {
      index = indexOf.size;
      indexOf.set(text, index);
      languages.push(language);
    }
    return index;
  };
  const first = new Int32Array(total);
  const second = new Int32Array(total);
  const part = new Int32Array(total);
  const rated = new Uint8Array(total);
  let at = 0;
  parts.forEach(({ pairs }, p) => {
    for (const pair of pairs) {
      first[at] = indexFor(pair.sentence1, pair.languages[0]);
      second[at] = indexFor(pair.sentence2, pair.languages[1]);
      part[at] = p;
      rated[at] = pair.gold === null ? 0 : 1;
      at++;
    }
  });
  return {
    key: parts.map(({ name, contentHash }) => `${name}@${contentHash}`).join('|'),
    sentences: [...indexOf.keys()],
    first,
    second,
    part,
    rated,
    parts: parts.map(({ name }) => name),
    languages,
  };
}
