import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MEASURES, similarity } from '../../../src/measures/vectors.ts';
import { parseSystem } from '../../../src/systems/registry.ts';
import { scoreEmbeddings, scoresOfVectors, type EmbeddingScores } from '../../../src/systems/transformer.ts';
import { MISSING_REASONS, type Scores } from '../../../src/systems/types.ts';
import { failureOf } from '../support.ts';

/** Sentences 0 and 3 have rows 1 and 0, sentence 1 is blank, 2 has no token, 4 has a zero row, 5 a constant one. */
const request = (changes: Partial<EmbeddingScores> = {}): EmbeddingScores => ({
  rows: Float32Array.from([3, 4, 4, 3, 0, 0, 2, 2]),
  dimension: 2,
  rowOf: Int32Array.of(1, -1, -1, 0, 2, 3),
  first: Int32Array.of(0, 0, 0, 1, 2, 4, 5),
  second: Int32Array.of(3, 1, 2, 2, 3, 0, 0),
  blank: Uint8Array.of(0, 1, 0, 0, 0, 0),
  measure: 'cosine',
  missing: 'skip',
  ...changes,
});
const reasonsOf = ({ reasons }: Scores): string[] => [...reasons].map((code) => MISSING_REASONS[code]!);

describe('scores from embeddings', () => {
  it('are the measure of the rows of both sentences; what is missing has its reason', () => {
    const { scores, notes } = scoreEmbeddings(request());
    expect([...scores.values.subarray(1, 6)]).toEqual([NaN, NaN, NaN, NaN, NaN]);
    expect(scores.values[0]).toBeCloseTo(24 / 25, 14);
    expect(scores.values[6]).toBeCloseTo(14 / (5 * Math.sqrt(8)), 14);
    expect(reasonsOf(scores)).toEqual([
      'scored',
      'empty text',
      'no token',
      'empty text',
      'no token',
      'measure not defined',
      'scored',
    ]);
    expect(notes).toEqual([]);
  });

  it.each(MEASURES)('$id: a zero row is never scored, and equal sentences are at the top', ({ id, top }) => {
    const { scores } = scoreEmbeddings(
      request({ first: Int32Array.of(4, 4, 0, 0), second: Int32Array.of(4, 0, 0, 3), measure: id }),
    );
    expect(reasonsOf(scores)).toEqual(['measure not defined', 'measure not defined', 'scored', 'scored']);
    expect([...scores.values.subarray(0, 2)]).toEqual([NaN, NaN]);
    expect(scores.values[2]).toBe(top ?? 25);
    expect(scores.values[3]).toBe(similarity(id, request().rows as Float32Array, 2, 1, 0));
  });

  it('a measure that is not defined for a pair says so', () => {
    const { scores } = scoreEmbeddings(request({ measure: 'correlation' }));
    expect(reasonsOf(scores)[6]).toBe('measure not defined');
    expect(scores.values[6]).toBeNaN();
    expect(scores.values[0]).toBe(-1);
  });

  it('missing as 0 is counted in the notes', () => {
    const { scores, notes } = scoreEmbeddings(request({ missing: 'zero' }));
    expect([...scores.values.subarray(1, 6)]).toEqual([0, 0, 0, 0, 0]);
    expect(new Set(scores.reasons)).toEqual(new Set([0]));
    expect(notes).toEqual([
      'Pairs without a score that count as 0: 2, empty text.',
      'Pairs without a score that count as 0: 2, no token.',
      'Pairs without a score that count as 0: 1, measure not defined.',
    ]);
  });

  it.each(['euclidean', 'manhattan', 'braycurtis'] as const)(
    'missing as 0 is refused with %s, where 0 is a perfect score',
    async (measure) => {
      const failure = await failureOf(() => scoreEmbeddings(request({ measure, missing: 'zero' })));
      expect(failure.code).toBe('bad-parameter');
    },
  );

  it('the order of the rows does not matter', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: 1, max: 9 })), { minLength: 2 }),
        (vectors) => {
          const sentences = vectors.map((_, s) => s);
          const base = {
            dimension: 2,
            first: Int32Array.from(sentences),
            second: Int32Array.from(sentences, (s) => (s + 1) % vectors.length),
            blank: new Uint8Array(vectors.length),
            measure: 'cosine' as const,
            missing: 'skip' as const,
          };
          const forward = scoreEmbeddings({
            ...base,
            rows: Float32Array.from(vectors.flat()),
            rowOf: Int32Array.from(sentences),
          });
          const backward = scoreEmbeddings({
            ...base,
            rows: Float32Array.from([...vectors].reverse().flat()),
            rowOf: Int32Array.from([...sentences].reverse()),
          });
          expect(backward).toEqual(forward);
        },
      ),
    );
  });

  it('no pairs and no rows are fine', () => {
    const none = new Int32Array(0);
    const { scores } = scoreEmbeddings(
      request({
        rows: new Float32Array(0),
        rowOf: Int32Array.of(-1),
        blank: Uint8Array.of(0),
        first: none,
        second: none,
      }),
    );
    expect(scores.values.length).toBe(0);
  });

  it.each<[string, Partial<EmbeddingScores>]>([
    ['7 numbers are no rows of 2', { rows: new Float32Array(7) }],
    ['no rows of 0', { dimension: 0 }],
    ['no rows of 1.5', { dimension: 1.5, rows: new Float32Array(3) }],
    ['6 sentences have rows, but 5', { blank: new Uint8Array(5) }],
    ['6 first sentences and 7 second', { first: new Int32Array(6) }],
    ['no row 4 among 4', { rowOf: Int32Array.of(1, -1, -1, 0, 2, 4) }],
    ['no row -2', { rowOf: Int32Array.of(1, -2, -1, 0, 2, 3) }],
    ['no sentence 6 among 6', { second: Int32Array.of(3, 1, 2, 2, 3, 0, 6) }],
    ['no sentence -1', { first: Int32Array.of(-1, 0, 0, 1, 2, 4, 5) }],
  ])('columns that do not fit are refused: %s', async (fault, changes) => {
    const failure = await failureOf(() => scoreEmbeddings(request(changes)));
    expect(failure.code).toBe('embeddings-inconsistent');
    expect(failure.what).toContain(fault);
  });
});

describe('scores from the vectors of a few sentences', () => {
  const sentences = ['a cat', '', 'zq', 'a dog', ' '];
  const vectors = Float32Array.from([3, 4, NaN, NaN, NaN, NaN, 4, 3, NaN, NaN]);
  const pairs = [
    [0, 3],
    [0, 0],
    [0, 1],
    [2, 3],
    [3, 4],
  ] as const;
  const of = (system: string) => scoresOfVectors(vectors, 2, sentences, pairs, parseSystem(system));

  it('follow the measure of the system, and name what is missing', () => {
    const { scores } = of('transformer:tiny(measure=cosine)');
    expect(scores.values[0]).toBeCloseTo(24 / 25, 14);
    expect(scores.values[1]).toBe(1);
    expect([...scores.values.subarray(2)]).toEqual([NaN, NaN, NaN]);
    expect(reasonsOf(scores)).toEqual(['scored', 'scored', 'empty text', 'no token', 'empty text']);
    expect(of('transformer:tiny(measure=dot)').scores.values[0]).toBe(24);
  });

  it('follow its rule for missing scores', async () => {
    const { scores, notes } = of('transformer:tiny(missing=zero)');
    expect([...scores.values.subarray(2)]).toEqual([0, 0, 0]);
    expect(notes.length).toBe(2);
    const spec = parseSystem('transformer:tiny(measure=manhattan)');
    const impossible = { ...spec, parameters: { ...spec.parameters, missing: 'zero' } };
    const failure = await failureOf(() => scoresOfVectors(vectors, 2, sentences, pairs, impossible));
    expect(failure.code).toBe('bad-parameter');
  });

  it('need a row for each sentence', async () => {
    for (const count of [4, 6]) {
      const others = Array.from({ length: count }, (_, s) => `sentence ${s}`);
      const failure = await failureOf(() =>
        scoresOfVectors(vectors, 2, others, [[0, 0]], parseSystem('transformer:tiny')),
      );
      expect(failure.code).toBe('embeddings-inconsistent');
    }
  });
});
