import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readIndex, readLesson } from '../../../../src/app/lessons/read.ts';
import type { PrecomputedFile } from '../../../../src/app/precomputed.ts';

const folder = fileURLToPath(new URL('../../../../public/', import.meta.url));
const file = (path: string): string => readFileSync(`${folder}${path}`, 'utf8');
const names = readIndex(file('lessons/index.json'), 'index.json');
const lessons = names.map((name) => readLesson(file(`lessons/${name}`), name));
const pairs = file('benchmarks/contrast.jsonl')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as { id: string; category: string; sentence1: string; score: number });
const rowOf = (id: string): number => pairs.findIndex((pair) => `contrast/all/${pair.id}` === id);
const { runs } = JSON.parse(file('precomputed/contrast.json')) as PrecomputedFile;
/** Score of a pair by the run that ships with the page. */
function scoreOf(system: string, id: string): number {
  const run = runs.find(({ provenance }) => new RegExp(`^${system}[(:]`).test(provenance.system))!;
  return run.scores.values[rowOf(`contrast/all/${id}`)]!;
}
const SUMS = ['glove-sum', 'glove-idf', 'sif'];

describe('the lessons that ship', () => {
  it('are those of the list, under their own names', () => {
    expect(readdirSync(`${folder}lessons`).sort()).toEqual([...names, 'index.json'].sort());
    expect(lessons.map(({ id }) => `${id}.json`)).toEqual(names);
    expect(lessons.length).toBeGreaterThanOrEqual(6);
  });

  it.each(lessons)('$id: 5 to 8 steps, pairs that there are, a question at least', ({ steps }) => {
    expect(steps.length).toBeGreaterThanOrEqual(5);
    expect(steps.length).toBeLessThanOrEqual(8);
    expect(steps.some(({ question }) => question !== null)).toBe(true);
    for (const { widget } of steps) {
      if (widget.kind === 'pair' && 'pair' in widget.source)
        expect(rowOf(widget.source.pair)).toBeGreaterThanOrEqual(0);
    }
  });

  it('say of word order what is so: sums can’t tell a swap, the transformer can, barely', () => {
    for (const id of ['word-order-01/contrast', 'word-order-05/contrast']) {
      for (const system of SUMS) expect(scoreOf(system, id)).toBeCloseTo(1, 6);
      expect(scoreOf('transformer', id)).toBeLessThan(0.999);
    }
    expect(scoreOf('transformer', 'word-order-01/contrast')).toBeGreaterThan(
      scoreOf('transformer', 'word-order-01/paraphrase'),
    );
    for (const { score } of pairs.filter(({ id }) => /^word-order-\d+\/contrast$/.test(id))) {
      expect(score).toBeGreaterThan(1);
      expect(score).toBeLessThanOrEqual(3.5);
    }
  });

  it('say of SIF what is so: lower with rarer words heard, a wider spread, and no better correlation', () => {
    const [sum, idf, sif] = SUMS.map((system) => scoreOf(system, 'semantic-blending-02/contrast'));
    expect(sum!).toBeGreaterThan(idf!);
    expect(idf!).toBeGreaterThan(sif!);
    const lowest = (system: string): number => {
      let low = Infinity;
      for (const { id } of pairs) low = Math.min(low, scoreOf(system, id));
      return low;
    };
    expect(lowest('glove-sum')).toBeGreaterThan(0.8);
    expect(lowest('sif')).toBeLessThan(0.3);
  });

  it('say of the triples what is so: all below a coin, and the transformer right where sums are nowhere', () => {
    const right = (system: string, category?: string): number =>
      pairs.filter(
        (pair) =>
          pair.id.endsWith('/paraphrase') &&
          (category === undefined || pair.category === category) &&
          scoreOf(system, pair.id) > scoreOf(system, pair.id.replace('/paraphrase', '/contrast')) + 1e-6,
      ).length;
    for (const system of [...SUMS, 'transformer']) {
      expect(right(system)).toBeLessThan(40);
      expect(right(system, 'word order')).toBe(0);
      expect(right(system, 'negation')).toBe(0);
    }
    const gained = ['word sense', 'co-hyponym', 'entity', 'attribute importance'];
    for (const category of gained) {
      expect(right('transformer', category)).toBeGreaterThan(0);
      for (const system of SUMS) expect(right(system, category)).toBe(0);
    }
    // And no other category is like that.
    for (const category of ['negation', 'word order', 'antonym', 'number']) {
      expect(right('transformer', category)).toBe(0);
    }
  });

  it('say of the contrast set what is so: twenty triples of each category', () => {
    const sizes = new Map<string, number>();
    for (const { category } of pairs) sizes.set(category, (sizes.get(category) ?? 0) + 1 / 2);
    expect([...sizes.values()]).toEqual(Array.from(sizes, () => 20));
  });

  it('say of negation what is so: denials are not rated 0', () => {
    for (const { id, score } of pairs.filter((pair) => /^negation-\d+\//.test(pair.id))) {
      if (id.endsWith('/contrast')) expect(score).toBeGreaterThan(1);
      else expect(score).toBeGreaterThan(4.5);
    }
  });
});
