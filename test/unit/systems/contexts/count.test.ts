import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countContexts, type TextPass } from '../../../../src/systems/contexts/count.ts';
import { PairCounts } from '../../../../src/systems/contexts/pairCounts.ts';
import type { ContextCounts } from '../../../../src/systems/contexts/types.ts';
import { failureOf } from '../../support.ts';

const passOver =
  (lines: readonly (readonly string[])[]): TextPass =>
  async (onTokens) =>
    lines.forEach((line) => onTokens(line));

/** word -> column -> count, with the contexts in the order of their frequency. */
function tableOf({ rows, idOf }: ContextCounts): Record<string, Record<number, number>> {
  return Object.fromEntries(
    [...idOf].map(([word, row]) => {
      const counts: Record<number, number> = {};
      for (let k = rows.offsets[row]!; k < rows.offsets[row + 1]!; k++)
        counts[rows.ids[k]!] = rows.values[k]!;
      return [word, counts];
    }),
  );
}

describe('contexts', () => {
  it('are the words within the window, on either side, in the same line', async () => {
    const counts = await countContexts(
      passOver([
        ['b', 'a', 'a', 'c'],
        ['a', 'd'],
      ]),
      {
        vocabulary: ['b', 'd', 'zz'],
        window: 2,
        countedOn: 'two lines',
      },
    );
    // a: 0, b: 1, c: 2, d: 3. b sees a, a; d sees a.
    expect(tableOf(counts)).toEqual({ b: { 0: 2 }, d: { 0: 1 }, zz: {} });
    // Neighbours of the three a: 3 + 3 + 1; of b, c: 2 each; of d: 1.
    expect([...counts.contextTotals]).toEqual([7, 2, 2, 1]);
    expect(counts).toMatchObject({ countedOn: 'two lines', notes: [] });
  });

  it('a word that stands twice is its own context', async () => {
    const { rows } = await countContexts(passOver([['a', 'a']]), {
      vocabulary: ['a'],
      window: 1,
      countedOn: '',
    });
    expect([...rows.values]).toEqual([2]);
  });

  it('are the most frequent words only; the others still take up their places', async () => {
    const counts = await countContexts(
      passOver([
        ['a', 'rare', 'b'],
        ['a', 'b'],
      ]),
      {
        vocabulary: ['a', 'rare'],
        window: 1,
        countedOn: '',
        mostContexts: 2,
      },
    );
    // a: 0, b: 1. In the first line neither a nor b stands beside the other.
    expect(tableOf(counts)).toEqual({ a: { 1: 1 }, rare: { 0: 1, 1: 1 } });
  });

  it('equal what plain counting gives, whatever the text', async () => {
    const text = fc.array(fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 9 }), {
      minLength: 1,
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 10 }), async (lines, window) => {
        const expected: Record<string, Record<string, number>> = { a: {}, c: {} };
        for (const line of lines) {
          line.forEach((word, i) =>
            line.forEach((other, j) => {
              if (i === j || Math.abs(i - j) > window || !expected[word]) return;
              expected[word][other] = (expected[word][other] ?? 0) + 1;
            }),
          );
        }
        const flat = lines.flat();
        const frequency = (word: string): number => flat.filter((other) => other === word).length;
        const contexts = [...new Set(flat)].sort((a, b) => frequency(b) - frequency(a));
        const counting = countContexts(passOver(lines), { vocabulary: ['a', 'c'], window, countedOn: '' });
        if (Object.values(expected).every((counts) => Object.keys(counts).length === 0)) {
          await expect(counting).rejects.toMatchObject({ code: 'no-contexts' });
          return;
        }
        const found = tableOf(await counting);
        for (const word of ['a', 'c']) {
          const named = Object.entries(found[word]!).map(([id, count]) => [contexts[Number(id)], count]);
          expect(Object.fromEntries(named)).toEqual(expected[word]);
        }
      }),
    );
  });

  it('where no two words stand together there are none, and that is said', async () => {
    const failure = await failureOf(() =>
      countContexts(passOver([['a'], ['b']]), { vocabulary: ['a'], window: 5, countedOn: 'here' }),
    );
    expect(failure).toMatchObject({ code: 'no-contexts' });
    expect(failure.what).toContain('here');
  });

  it('find the most frequent words where not all fit', async () => {
    const noise = Array.from({ length: 300 }, (_, n) => ['a', `n${n}`, 'b']);
    const counts = await countContexts(passOver(noise), {
      vocabulary: ['a'],
      window: 2,
      countedOn: '',
      mostContexts: 2,
      mostWords: 20,
    });
    expect(tableOf(counts)).toEqual({ a: { 1: 300 } });
  });

  it('say by how much rare pairs may be undercounted', async () => {
    const words = Array.from({ length: 60 }, (_, n) => `w${n}`);
    const lines = [...words.map((word) => ['a', word]), ...Array.from({ length: 50 }, () => ['a', 'b'])];
    const counts = await countContexts(passOver([...lines, ...lines]), {
      vocabulary: ['a', ...words],
      window: 1,
      countedOn: '',
      mostSlots: 64,
    });
    expect(counts.notes).toHaveLength(1);
    expect(counts.notes[0]).toMatch(/too low by up to [1-9]/);
    expect(tableOf(counts).a![1]).toBeGreaterThan(90);
  });
});

describe('PairCounts', () => {
  it('counts and sorts like a map, while it grows', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(40), fc.nat(5000)), { maxLength: 300 }), (pairs) => {
        const counts = new PairCounts(5001, 2 ** 20);
        const expected = new Map<string, number>();
        for (const [row, column] of pairs) {
          counts.add(row, column);
          const key = `${row} ${column}`;
          expected.set(key, (expected.get(key) ?? 0) + 1);
        }
        const { offsets, ids, values } = counts.rows(41);
        const found = new Map<string, number>();
        for (let row = 0; row < 41; row++) {
          for (let k = offsets[row]!; k < offsets[row + 1]!; k++) {
            if (k > offsets[row]!) expect(ids[k]).toBeGreaterThan(ids[k - 1]!);
            found.set(`${row} ${ids[k]}`, values[k]!);
          }
        }
        expect(found).toEqual(expected);
        expect(counts.undercount).toBe(0);
      }),
    );
  });

  it('keeps every pair when it outgrows its first size', () => {
    const counts = new PairCounts(1000);
    for (let n = 0; n < 100_000; n++) counts.add(n % 500, Math.floor(n / 500));
    const { ids, values, offsets } = counts.rows(500);
    expect(ids).toHaveLength(100_000);
    expect(values.every((count) => count === 1)).toBe(true);
    expect(offsets[500]).toBe(100_000);
  });
});
