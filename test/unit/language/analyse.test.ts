import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeAnalyse, MAX_TOKENS } from '../../../src/language/analyse.ts';
import type { Analyse, AnalysedSentence } from '../../../src/language/types.ts';
import { loadTask, mirror, withoutMirror } from '../support.ts';
import { builtLexicon, isBuilt, withoutLexicon } from './builtWordnet.ts';

/** What the contract says of any sentence. */
function check(sentence: AnalysedSentence, text: string): void {
  expect(sentence.text).toBe(text);
  let end = 0;
  for (const token of sentence.tokens) {
    expect(token.start).toBeGreaterThanOrEqual(end);
    expect(token.end).toBeGreaterThan(token.start);
    expect(text.slice(token.start, token.end)).toBe(token.text);
    expect(token.text).toMatch(/\S/);
    expect(token.form).toBe(token.text.toLowerCase());
    expect(token.lemma).not.toBe('');
    end = token.end;
  }
  for (const entity of sentence.entities) {
    expect(entity.end).toBeGreaterThan(entity.start);
    expect(sentence.tokens.some(({ start }) => start === entity.start)).toBe(true);
    expect(sentence.tokens.some((token) => token.end === entity.end)).toBe(true);
  }
}

describe.skipIf(!isBuilt)(`analyse${withoutLexicon}`, () => {
  let analyse: Analyse;
  beforeAll(() => {
    analyse = makeAnalyse(builtLexicon());
  });
  const show = (text: string, what: (token: AnalysedSentence['tokens'][number]) => string): string =>
    analyse(text).tokens.map(what).join(' ');

  it('gives tokens, lemmas and parts of speech', () => {
    const text = 'The wolves ran through twelve better houses.';
    expect(show(text, ({ lemma }) => lemma)).toBe('the wolf run through twelve good house .');
    expect(show(text, ({ pos }) => pos)).toBe('DET NOUN VERB ADP NUM ADJ NOUN PUNCT');
  });

  it('splits contractions, also those that wink-nlp leaves whole', () => {
    expect(show("Don't say I'm late; he can't and I cannot.", ({ text, lemma }) => `${text}/${lemma}`)).toBe(
      "Do/do n't/not say/say I/i 'm/be late/late ;/; he/he ca/can n't/not and/and I/i can/can not/not ./.",
    );
    expect(show('It isn’t Smith’s.', ({ text }) => text)).toBe('It is n’t Smith ’s .');
  });

  it('tells function words from content words; a number is content', () => {
    expect(
      analyse('She will not have seen the two boats under it.')
        .tokens.filter(({ stop }) => !stop)
        .map(({ form }) => form),
    ).toEqual(['seen', 'two', 'boats', '.']);
  });

  it('finds entities where they stand', () => {
    const text = 'We  paid $3.50 for twelve eggs last Thursday.';
    expect(analyse(text).entities.map(({ type, start, end }) => [type, text.slice(start, end)])).toEqual([
      ['MONEY', '$3.50'],
      ['CARDINAL', 'twelve'],
      ['DATE', 'last Thursday'],
    ]);
  });

  it.each([
    ['nothing', '', 0],
    ['blanks', ' \t\n\u00a0 ', 0],
    ['an emoji', 'Good 👍🏽 morning 👩‍👩‍👧', 9],
    ['right to left', 'القطة تنام على الكرسي', 4],
    ['a lone surrogate', 'a \ud800 b \udc00', 4],
    ['names of object properties', '__proto__ constructor', 4],
    ['wide gaps', `a${' '.repeat(70_000)}b`, 1],
  ])('reads %s', (_, text, atMost) => {
    const sentence = analyse(text);
    check(sentence, text);
    expect(sentence.tokens.length).toBeLessThanOrEqual(atMost);
    if (text.trim() !== '') expect(sentence.tokens.length).toBeGreaterThan(0);
  });

  it('reads up to a bound', () => {
    const text = 'word '.repeat(5_000);
    const sentence = analyse(text);
    check(sentence, text);
    expect(sentence.tokens.length).toBe(MAX_TOKENS);
  });

  it('a long stretch without a blank has no tokens, and what stands around it has', () => {
    const text = `Open ${'http://a.b/'.repeat(2_000).slice(0, 9_000)} now`;
    const sentence = analyse(text);
    check(sentence, text);
    expect(sentence.tokens.map(({ form }) => form)).toEqual(['open', 'now']);
  });

  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom(
      "don't",
      'I’m',
      'Smith’s.',
      '$5',
      '3.5%',
      '12/05/2012',
      'İstanbul',
      'ﬁn',
      'e\u0301',
      '\ud83d',
    ),
    fc.constantFrom(' ', '  ', '\u00a0', '\t', '\n', '\u200b', '.', ',', '"', '-', "'"),
  );
  const text = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(''));

  it('offsets are those of the text, whatever it is', () => {
    fc.assert(
      fc.property(text, (value) => check(analyse(value), value)),
      { numRuns: 1500 },
    );
  });

  it('how a sentence is read does not depend on the sentences before it', () => {
    const other = makeAnalyse(builtLexicon());
    fc.assert(
      fc.property(fc.array(text, { maxLength: 4 }), text, (before, value) => {
        for (const earlier of before) other(earlier);
        expect(other(value)).toEqual(analyse(value));
      }),
      { numRuns: 300 },
    );
    // A number that was met as a part of an unknown word is a number all the same.
    other('Shares rose $US1.76 to $US36.31.');
    expect(other('76 boats left.')).toEqual(analyse('76 boats left.'));
    expect(other('76 boats left.').tokens[0]!.pos).toBe('NUM');
  });
});

describe.skipIf(mirror === '' || !isBuilt)(`analyse, on STS-B${withoutMirror}${withoutLexicon}`, () => {
  it('reads every sentence, in any order alike, without a gap between tokens', async () => {
    const { task } = await loadTask('stsbenchmark', {});
    const forward = makeAnalyse(builtLexicon());
    const backward = makeAnalyse(builtLexicon());
    const read = task.sentences.map(forward);
    const again = [...task.sentences].reverse().map(backward).reverse();
    const different: number[] = [];
    const gaps: number[] = [];
    read.forEach((sentence, i) => {
      if (JSON.stringify(sentence) !== JSON.stringify(again[i])) different.push(i);
      let rest = '';
      let end = 0;
      for (const token of sentence.tokens) {
        rest += sentence.text.slice(end, token.start);
        end = token.end;
      }
      if ((rest + sentence.text.slice(end)).trim() !== '') gaps.push(i);
    });
    expect(different).toEqual([]);
    expect(gaps).toEqual([]);
    expect(read.length).toBeGreaterThan(15_000);
  });
});
