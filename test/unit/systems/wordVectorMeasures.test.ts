import { describe, expect, it } from 'vitest';
import { MEASURES, measureOf } from '../../../src/measures/vectors.ts';
import { createSystem } from '../../../src/systems/create.ts';
import { lexicalSpec, parseSystem } from '../../../src/systems/registry.ts';
import { MISSING_REASONS, type ScoreResult, type TaskSentences } from '../../../src/systems/types.ts';
import { handVectors, noReport, stateOf, taskOf, type Row, type StateOptions } from '../support.ts';

const run = (system: string, task: TaskSentences, options?: StateOptions): Promise<ScoreResult> =>
  createSystem(lexicalSpec(parseSystem(system)), stateOf(task, options)).score(noReport);
const reasonsOf = ({ scores }: ScoreResult): string[] =>
  [...scores.reasons].map((code) => MISSING_REASONS[code]!);

describe('word vectors: measures', () => {
  const vectors = handVectors({ a: [1, 0], b: [0, 3], the: [3, 4], flat: [2, 2], none: [0, 0] }, 2);

  it.each<[string, number, number]>([
    ['cosine', 0.8, 3 / 5],
    ['angular', 1 - Math.acos(0.8) / Math.PI, 1 - Math.acos(3 / 5) / Math.PI],
    ['dot', 12, 3],
    ['euclidean', -Math.hypot(3, 1), -Math.hypot(2, 4)],
    ['manhattan', -4, -6],
    ['braycurtis', -4 / 10, -6 / 8],
    ['correlation', 1, -1],
  ])('%s compares the sums', async (measure, first, second) => {
    const task = taskOf({
      test: [
        ['the', 'b'],
        ['the', 'a'],
        ['the b', 'b the'],
      ],
    });
    const { scores } = await run(`glove-sum(measure=${measure})`, task, { vectors });
    expect(scores.values[0]).toBeCloseTo(first, 12);
    expect(scores.values[1]).toBeCloseTo(second, 12);
    const { top } = measureOf(measure);
    expect(scores.values[2]).toBe(top ?? 58);
  });

  it.each(MEASURES.map(({ id }) => id))(
    'under %s an unknown, blank or weightless sentence is missing, though a distance to zero is defined',
    async (measure) => {
      const task = taskOf({
        test: [
          ['qwzx', 'the'],
          ['qwzx', 'qwzx'],
          ['', ''],
          ['none', 'the'],
          ['none', 'none'],
          ['the', 'b'],
        ],
      });
      const result = await run(`glove-sum(measure=${measure})`, task, { vectors });
      expect(reasonsOf(result)).toEqual([
        'no known word',
        'no known word',
        'empty text',
        'all weights are zero',
        'all weights are zero',
        'scored',
      ]);
      expect([...result.scores.values.subarray(0, 5)]).toEqual(Array(5).fill(NaN));
    },
  );

  it('what has no value under a measure has a reason of its own', async () => {
    const task = taskOf({
      test: [
        ['flat', 'the'],
        ['the', 'b'],
      ],
    });
    const result = await run('glove-sum(measure=correlation)', task, { vectors });
    expect(reasonsOf(result)).toEqual(['measure not defined', 'scored']);
    expect(result.scores.values[0]).toBeNaN();
  });

  it.each(['glove-idf', 'sif'])('%s takes it too, and another measure changes the scores', async (kind) => {
    const task = taskOf({
      test: Array.from({ length: 12 }, (_, i): Row => [`word${i} and others`, `word${i % 5} or others`]),
    });
    const cosine = await run(kind, task);
    const manhattan = await run(`${kind}(measure=manhattan)`, task);
    expect([...manhattan.scores.reasons]).toEqual([...cosine.scores.reasons]);
    for (const value of manhattan.scores.values) expect(value).toBeLessThan(0);
    expect(cosine.scores.values.some((value) => value > 0)).toBe(true);
  });
});
