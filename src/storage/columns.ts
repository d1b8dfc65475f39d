import type { SentencePair } from '../benchmarks/types.ts';

const DETAILS = ['genre', 'source', 'year', 'category', 'triple'] as const;

type Columned = 'id' | 'sentence1' | 'sentence2' | 'gold' | 'languages' | (typeof DETAILS)[number];
/** Does not compile where a pair has a field that no column holds: it would be lost in silence. */
const everyFieldHasAColumn: Exclude<keyof SentencePair, Columned> extends never ? true : never = true;
void everyFieldHasAColumn;

/** A column of few distinct values: each once, and their places by row; -1 where a row has none. */
interface Coded {
  values: string[];
  codes: Int16Array;
}

/** The pairs of one chunk as columns: a browser reads them twice as fast as objects. */
export interface PairColumns {
  ids: string[];
  sentences1: string[];
  sentences2: string[];
  /** NaN where nobody rated the pair. */
  gold: Float64Array;
  languages1: Coded;
  languages2: Coded;
  details: Record<(typeof DETAILS)[number], Coded>;
}

function coded(column: readonly (string | undefined)[]): Coded {
  const codeOf = new Map<string, number>();
  const codes = Int16Array.from(column, (value) => {
    if (value === undefined) return -1;
    const known = codeOf.get(value);
    if (known !== undefined) return known;
    codeOf.set(value, codeOf.size);
    return codeOf.size - 1;
  });
  return { values: [...codeOf.keys()], codes };
}

/** @param pairs at most 32,767, so that a code fits */
export function packPairs(pairs: readonly SentencePair[]): PairColumns {
  return {
    ids: pairs.map(({ id }) => id),
    sentences1: pairs.map(({ sentence1 }) => sentence1),
    sentences2: pairs.map(({ sentence2 }) => sentence2),
    gold: Float64Array.from(pairs, ({ gold }) => gold ?? NaN),
    languages1: coded(pairs.map(({ languages }) => languages[0])),
    languages2: coded(pairs.map(({ languages }) => languages[1])),
    details: Object.fromEntries(
      DETAILS.map((name) => [name, coded(pairs.map((pair) => pair[name]))]),
    ) as PairColumns['details'],
  };
}

/** Appends the pairs of a chunk: the same as were packed, key for key. */
export function unpackPairs(chunk: PairColumns, into: SentencePair[]): void {
  const details = DETAILS.filter((name) => chunk.details[name].values.length > 0);
  for (let row = 0; row < chunk.ids.length; row++) {
    const gold = chunk.gold[row]!;
    const pair: SentencePair = {
      id: chunk.ids[row]!,
      sentence1: chunk.sentences1[row]!,
      sentence2: chunk.sentences2[row]!,
      gold: Number.isNaN(gold) ? null : gold,
      languages: [valueAt(chunk.languages1, row)!, valueAt(chunk.languages2, row)!],
    };
    for (const name of details) {
      const value = valueAt(chunk.details[name], row);
      if (value !== undefined) pair[name] = value;
    }
    into.push(pair);
  }
}

function valueAt({ values, codes }: Coded, row: number): string | undefined {
  return values[codes[row]!];
}
