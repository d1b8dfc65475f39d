import { describe, expect, it } from 'vitest';
import { loadTagger } from '../../../src/compute/tagger.ts';
import { makeTagger } from '../../../src/language/tags.ts';

describe('tags', () => {
  const tag = makeTagger();
  const read = (sentence: string): string[] =>
    tag(sentence).map(({ start, end, pos }) => `${sentence.slice(start, end)} ${pos}`);

  it('are those of the words of a sentence, at their places', () => {
    expect(read('The old baker quickly sold three loaves.')).toEqual([
      'The DET',
      'old ADJ',
      'baker NOUN',
      'quickly ADV',
      'sold VERB',
      'three NUM',
      'loaves NOUN',
      '. PUNCT',
    ]);
  });

  it('a word is tagged by its sentence', () => {
    const tagOf = (sentence: string, word: string) =>
      read(sentence).find((line) => line.startsWith(`${word} `));
    expect(tagOf('They water the garden.', 'water')).toBe('water VERB');
    expect(tagOf('They drink the water.', 'water')).toBe('water NOUN');
  });

  it('places hold where there are many blanks, and nothing depends on what was read before', () => {
    const sentence = 'One\u2009  lamp\n\n      glows   dimly';
    const alone = makeTagger()(sentence);
    read('Lamp glows are dimly ones, zzyx lamps.');
    expect(tag(sentence)).toEqual(alone);
    expect(alone.map(({ start, end }) => sentence.slice(start, end))).toEqual([
      'One',
      'lamp',
      'glows',
      'dimly',
    ]);
  });

  it('never throws', () => {
    for (const text of ['', ' ', '\u{1f600}', 'x'.repeat(50_000), '\ud800', '('.repeat(400)]) {
      expect(Array.isArray(tag(text))).toBe(true);
    }
  });

  it('become classes: names and numbers with the nouns, auxiliaries with the rest', async () => {
    const classify = await loadTagger();
    const sentence = 'Anna has slowly sold five red boats';
    expect(
      classify(sentence).map(({ start, end, wordClass }) => `${sentence.slice(start, end)} ${wordClass}`),
    ).toEqual([
      'Anna noun',
      'has other',
      'slowly adverb',
      'sold verb',
      'five noun',
      'red adjective',
      'boats noun',
    ]);
  });
});
