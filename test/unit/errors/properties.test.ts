import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CATEGORIES } from '../../../src/errors/types.ts';
import { analyse, isBuilt, labelsOf, withoutLexicon } from './reader.ts';

const WORDS = (
  'the a an not never no without dog cat cats boy woman violin guitar chased chases sleeps slept red blue big small two 12 twelve ' +
  'three Tuesday Friday in on before after with and Paris Oslo Mr Blake they she quickly up down hot cold by was is who , . ? -'
).split(' ');
const sentence = fc.array(fc.constantFrom(...WORDS), { maxLength: 14 }).map((words) => words.join(' '));
/** Two sentences that share much, as pairs of a benchmark do. */
const edited = fc
  .tuple(
    sentence,
    fc.nat(13),
    fc.constantFrom(...WORDS),
    fc.constantFrom('replace', 'insert', 'delete', 'swap'),
  )
  .map(([first, at, word, how]): [string, string] => {
    const words = first.split(' ');
    const i = at % words.length;
    if (how === 'replace') words[i] = word;
    else if (how === 'insert') words.splice(i, 0, word);
    else if (how === 'delete') words.splice(i, 1);
    else words.push(words.splice(i, 1)[0]!);
    return [first, words.join(' ')];
  });
const pair = fc.oneof(
  edited,
  fc.tuple(sentence, sentence),
  fc.tuple(fc.string(), fc.string({ unit: 'grapheme' })),
);

const ODD = [
  '',
  ' ',
  '...',
  '🐕 🐈 👩‍👩‍👧 ran',
  'الولد يقرأ كتابا',
  'שלום עולם',
  '猫はマットの上にいます。',
  '\ud800 lone surrogate \udc00',
  'a'.repeat(3000),
  '-',
  "''''",
  '1,2,3,4.5.6',
  'NOT NOT NOT NOT',
  'by by by by with with',
];

describe.skipIf(!isBuilt)(`categorise${withoutLexicon}`, () => {
  it('does not depend on which sentence comes first, up to the sentence of a span', () => {
    fc.assert(
      fc.property(pair, ([first, second]) => {
        const swapped = labelsOf(second, first).map((label) => ({
          ...label,
          spans: label.spans
            .map((span) => ({ ...span, sentence: 1 - span.sentence }))
            .sort((a, b) => a.sentence - b.sentence || a.start - b.start),
        }));
        const labels = labelsOf(first, second).map((label) => ({
          ...label,
          spans: [...label.spans].sort((a, b) => a.sentence - b.sentence || a.start - b.start),
        }));
        expect(swapped).toEqual(labels);
      }),
      { numRuns: 400 },
    );
  });

  it('finds nothing between identical sentences', () => {
    fc.assert(
      fc.property(sentence, (text) => {
        expect(labelsOf(text, text)).toEqual([]);
      }),
    );
  });

  it('gives each category at most once, in order, with spans that lie inside and are not empty', () => {
    fc.assert(
      fc.property(pair, ([first, second]) => {
        const labels = labelsOf(first, second, {
          name: 'invented vectors',
          has: (word) => word.length % 2 === 0,
        });
        const order = labels.map(({ category }) => CATEGORIES.findIndex(({ id }) => id === category));
        expect(order).toEqual([...new Set(order)].sort((a, b) => a - b));
        for (const { spans, because, rule, category } of labels) {
          expect(spans.length).toBeGreaterThan(0);
          expect(because).not.toBe('');
          expect(rule.startsWith(`${category}/`)).toBe(true);
          for (const { sentence, start, end } of spans) {
            expect(start).toBeGreaterThanOrEqual(0);
            expect(end).toBeGreaterThan(start);
            expect(end).toBeLessThanOrEqual((sentence === 0 ? first : second).length);
          }
        }
      }),
      { numRuns: 400 },
    );
  });

  it('is the same on every call: no state is left behind', () => {
    fc.assert(
      fc.property(pair, sentence, ([first, second], between) => {
        const before = labelsOf(first, second);
        labelsOf(between, first);
        expect(labelsOf(first, second)).toEqual(before);
      }),
    );
  });

  it.each(ODD)('does not throw on odd text: %j', (text) => {
    for (const other of [...ODD, 'The dog did not chase two cats in Oslo.']) {
      expect(() => labelsOf(text, other)).not.toThrow();
    }
  });

  it('does not align texts of 5,000 words, and says that one is longer', () => {
    const long = Array.from({ length: 5000 }, (_, i) => WORDS[(i * 7) % 30]).join(' ');
    expect(analyse(long).tokens.length).toBeGreaterThan(250);
    expect(labelsOf(long, 'The dog sleeps.').map(({ category }) => category)).toEqual(['length']);
    expect(labelsOf(long, `${long} not`)).toEqual([]);
  });
});
