import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EDIT_KINDS } from '../../../src/edits/types.ts';
import { loadTask, mirror, withoutMirror } from '../support.ts';
import { editsOf, isBuilt, withoutLexicon } from './support.ts';

/** What holds of the edits of any text. */
function check(text: string): number {
  const edits = editsOf(text);
  const results = new Set<string>();
  expect(edits.length).toBeLessThanOrEqual(24);
  const order = edits.map(({ kind }) => EDIT_KINDS.indexOf(kind));
  expect(order).toEqual([...order].sort((a, b) => a - b));
  for (const { result, spans, label, kind } of edits) {
    expect(result).not.toBe(text);
    expect(results.has(result)).toBe(false);
    results.add(result);
    expect(label).not.toBe('');
    if (kind !== 'drop' && kind !== 'negate') expect(spans.length).toBeGreaterThan(0);
    let end = 0;
    for (const span of spans) {
      expect(span.start).toBeGreaterThanOrEqual(end);
      expect(span.end).toBeGreaterThan(span.start);
      expect(span.end).toBeLessThanOrEqual(result.length);
      end = span.end;
    }
  }
  return edits.length;
}

const words = fc.constantFrom(
  ...'the a an dog dogs man woman I me he him she her they is are was not never no does did run runs ran bought'
    .split(' ')
    .concat(
      'big old in on with of to and or who that which , . ? ! “ ” - \' "',
      'yesterday',
      'Not',
      "don't",
      '4',
      '%',
      'John',
    )
    .flatMap((word) => word.split(' ')),
);

describe.skipIf(!isBuilt)(`proposeEdits${withoutLexicon}`, () => {
  it('holds its promises for sentences of any words', () => {
    fc.assert(
      fc.property(fc.array(words, { maxLength: 14 }), fc.constantFrom(' ', '  ', ''), (list, blank) => {
        check(list.join(blank === '' ? ' ' : blank));
      }),
      { numRuns: 400 },
    );
  });

  it('holds its promises for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => void check(text)),
      { numRuns: 200 },
    );
  });

  it.each([
    '',
    '   ',
    'Hi',
    '😀 😀',
    '\ud800',
    'ולד רץ בגן',
    'Der Hund läuft im Park.',
    'El perro corre por el parque.',
    '...',
  ])('has no edits of %j', (text) => expect(editsOf(text)).toEqual([]));

  it('edits the beginning of a long text and keeps the rest', () => {
    const rest = ' The bird sings and the cat sleeps.'.repeat(700);
    const text = `A dog chases the postman.${rest}`;
    check(text);
    const edits = editsOf(text);
    expect(edits.map(({ result }) => result)).toContain(`The postman chases a dog.${rest}`);
    expect(edits.some(({ kind }) => kind === 'append')).toBe(false);
  });

  it('gives every kind of a sentence that has all', () => {
    const kinds = new Set(editsOf('A young man buys a guitar in the old town.').map(({ kind }) => kind));
    expect([...kinds]).toEqual([...EDIT_KINDS]);
  });

  it.skipIf(mirror === '')(`reads the captions of STS-B dev${withoutMirror}`, async () => {
    const { pairs } = await loadTask('stsbenchmark', { split: 'dev' });
    const captions = pairs
      .filter(({ genre }) => (genre ?? '').includes('captions'))
      .map(({ sentence1 }) => sentence1);
    expect(captions.length).toBeGreaterThan(500);
    let negated = 0;
    for (const text of captions) {
      check(text);
      if (editsOf(text, 'negate').length > 0) negated++;
    }
    expect(negated / captions.length).toBeGreaterThan(0.9);
  });
});
