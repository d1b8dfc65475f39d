import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readVocabulary } from '../../../../models/use-lite/weights.ts';
import { loadTask, mirror, withoutMirror } from '../../support.ts';
import { built, loadTokenizer, notBuilt } from './files.ts';
import { ReferenceTokenizer } from './reference.ts';
import { SENTENCES } from './sentences.ts';

describe.skipIf(!built)(`the tokeniser of use-lite in transformers.js${notBuilt}`, () => {
  const tokenise = built ? loadTokenizer() : () => [];
  const vocabulary = readVocabulary();
  const reference = new ReferenceTokenizer(vocabulary);
  const pieces = vocabulary.map(([piece]) => piece);

  it('gives the tokens of the TF.js package for sentences of every kind', () => {
    expect(SENTENCES.length).toBe(64);
    for (const text of ['', ...SENTENCES]) {
      expect([text, tokenise(text, false)]).toEqual([text, reference.encode(text)]);
    }
  });

  it('gives them for any text, equally likely cuts apart', () => {
    const alphabet = [...' :()-/0.▁aes\n�<>', '狗', 'é', 'e\u0301', '\u{1f600}', ' the', 'ing', '://'];
    const text = fc.oneof(
      fc.array(fc.constantFrom(...alphabet), { maxLength: 12 }).map((parts) => parts.join('')),
      fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((parts) => parts.join('')),
      fc.string({ unit: 'grapheme', maxLength: 30 }),
    );
    fc.assert(
      fc.property(text, (found) => {
        const [own, wanted] = [tokenise(found, false), reference.encode(found)];
        // “e ee” and “ee e” are equally likely, and rounding decides: then the same pieces stand in another order.
        const isTie = own.length === wanted.length && own.join() !== wanted.join();
        if (isTie) expect([...own].sort()).toEqual([...wanted].sort());
        else expect(own).toEqual(wanted);
      }),
      { numRuns: 2000 },
    );
  });

  it('gives the rows 1 to 5 and those beyond the vocabulary for no text, however literal', () => {
    const names = [...pieces.slice(1, 6), '<pad row>', '<reserved row 1>', '<reserved row 8001>'];
    for (const name of names) {
      for (const id of tokenise(`${name} ${name}x ${name}`)) {
        expect(id === 0 || (id > 5 && id < 8000)).toBe(true);
      }
    }
  });

  it('cuts at 128 tokens, from the right', () => {
    const text = 'a dog and a cat '.repeat(80);
    const whole = tokenise(text, false);
    expect(whole.length).toBeGreaterThan(128);
    expect(tokenise(text)).toEqual(whole.slice(0, 128));
  });

  it.skipIf(mirror === '')(
    `gives the tokens of the TF.js package on all of STS-B test${withoutMirror}`,
    async () => {
      const { pairs } = await loadTask('stsbenchmark', { split: 'test' });
      const sentences = new Set(pairs.flatMap(({ sentence1, sentence2 }) => [sentence1, sentence2]));
      expect(sentences.size).toBe(2552);
      let different = 0;
      for (const sentence of sentences) {
        if (tokenise(sentence, false).join() !== reference.encode(sentence).join()) different++;
      }
      expect(different).toBe(0);
    },
  );
});
