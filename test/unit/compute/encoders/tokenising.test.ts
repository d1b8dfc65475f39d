import { existsSync, readFileSync } from 'node:fs';
import { PreTrainedTokenizer } from '@xenova/transformers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SentenceTokeniser, type Limits } from '../../../../src/compute/encoders/tokenising.ts';
import { Cancelled, Failure } from '../../../../src/failure.ts';
import { tinyEncoder } from '../../../fixtures/tinyEncoder.ts';
import { quiet } from './support.ts';

const files = tinyEncoder();
const parsed = (path: string): Record<string, unknown> =>
  JSON.parse(new TextDecoder().decode(files.get(path)!)) as Record<string, unknown>;
const json = parsed('tokenizer.json');
const config = parsed('tokenizer_config.json');
const PAD = 0;
const CLS = 2;
const SEP = 3;

const NO_LIMIT: Limits = { prefix: '', maxTokens: 1000 };
const tokeniser = new SentenceTokeniser('tiny', json, config);
const signal = new AbortController().signal;

/** Ids of each sentence as they are kept. */
async function idsOf(
  sentences: readonly string[],
  limits: Partial<Limits> = {},
  with_ = tokeniser,
): Promise<number[][]> {
  const { kept } = await with_.tokenise(sentences, { ...NO_LIMIT, ...limits }, quiet, signal);
  return sentences.map((_, s) => [...kept.ids.slice(kept.offsets[s], kept.offsets[s + 1])]);
}

describe('SentenceTokeniser', () => {
  it('keeps what transformers.js makes of each sentence', async () => {
    const own = new PreTrainedTokenizer(json, config);
    const sentences = ['The cat sleeps.', 'a', 'Dogs, dogs, dogs: where?', 'œuf', 'a cat '.repeat(200)];
    expect(await idsOf(sentences, { maxTokens: 100_000 })).toEqual(
      sentences.map((sentence) => own.encode(sentence)),
    );
  });

  it('counts tokens and unknown ones before anything is cut', async () => {
    const { counts } = await tokeniser.tokenise(
      ['the cat', '猫 the 犬', 'the cat sleeps on a mat.'],
      { prefix: '', maxTokens: 4 },
      quiet,
      signal,
    );
    expect([...counts.tokens]).toEqual([4, 5, 9]);
    expect([...counts.unknown]).toEqual([0, 2, 0]);
  });

  it('cuts the text and keeps the special tokens around it, which transformers.js alone would drop', async () => {
    const text = 'the cat sleeps on the mat.';
    const [whole] = await idsOf([text]);
    const own = new PreTrainedTokenizer(json, config);
    for (let maxTokens = 3; maxTokens <= whole!.length + 1; maxTokens++) {
      const [cut] = await idsOf([text], { maxTokens });
      expect(cut!.length).toBe(Math.min(maxTokens, whole!.length));
      expect(cut!.at(-1)).toBe(SEP);
      const theirs = own(text, { truncation: true, max_length: maxTokens, return_tensor: false });
      expect(cut!.slice(0, -1)).toEqual((theirs.input_ids as number[]).slice(0, cut!.length - 1));
    }
  });

  it('cuts the start of the text where the tokeniser does', async () => {
    const left = new SentenceTokeniser('tiny', json, { ...config, truncation_side: 'left' });
    const text = 'the cat sleeps on the mat.';
    const [whole] = await idsOf([text]);
    expect(await idsOf([text], { maxTokens: 5 }, left)).toEqual([[CLS, ...whole!.slice(-4)]]);
    const pieces = left.pieces(text, { prefix: '', maxTokens: 5 });
    expect(pieces.filter(({ cut }) => !cut).map(({ text: piece }) => piece)).toEqual([
      '[CLS]',
      'the',
      'mat',
      '.',
      '[SEP]',
    ]);
  });

  it('leaves no token of its own to a sentence of blanks, prefix or not', async () => {
    const blanks = ['', ' ', '\t\n', '\u200b', 'a'];
    for (const prefix of ['', 'query: ']) {
      const { counts } = await tokeniser.tokenise(blanks, { prefix, maxTokens: 40 }, quiet, signal);
      expect([...counts.tokens].map((count) => count > 0)).toEqual([false, false, false, false, true]);
    }
    expect((await idsOf(blanks)).map((ids) => ids.length)).toEqual([0, 0, 0, 0, 3]);
  });

  it('shows the pieces that the encoder sees, and those that are cut', () => {
    const pieces = tokeniser.pieces('the bat 猫 runs', { prefix: 'query: ', maxTokens: 7 });
    expect(pieces.map(({ text }) => text)).toEqual([
      '[CLS]',
      'query',
      ':',
      'the',
      'b',
      '##a',
      '##t',
      '[UNK]',
      'runs',
      '[SEP]',
    ]);
    expect(pieces.map(({ cut }) => Number(cut))).toEqual([0, 0, 0, 0, 0, 0, 1, 1, 1, 0]);
    expect(pieces.map(({ known }) => Number(known))).toEqual([1, 1, 1, 1, 1, 1, 1, 0, 1, 1]);
  });

  it('keeps as many ids as there are pieces that are not cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('the', 'cat', 'zebra', '猫', 'on,', '')),
        fc.integer({ min: 3, max: 20 }),
        fc.constantFrom('', 'query: '),
        async (words, maxTokens, prefix) => {
          const sentence = words.join(' ');
          const { kept, counts } = await tokeniser.tokenise([sentence], { prefix, maxTokens }, quiet, signal);
          const pieces = tokeniser.pieces(sentence, { prefix, maxTokens });
          if (counts.tokens[0] === 0) {
            expect(kept.ids.length).toBe(0);
            return;
          }
          expect(counts.tokens[0]).toBe(pieces.length);
          expect(kept.ids.length).toBe(pieces.filter(({ cut }) => !cut).length);
          expect(kept.ids.length).toBeLessThanOrEqual(maxTokens);
          expect(counts.unknown[0]).toBe(pieces.filter(({ known }) => !known).length);
        },
      ),
    );
  });

  it('knows its padding and its size', () => {
    expect(tokeniser.padId).toBe(PAD);
    expect(tokeniser.padsLeft).toBe(false);
    expect(new SentenceTokeniser('tiny', json, { ...config, padding_side: 'left' }).padsLeft).toBe(true);
    expect(tokeniser.description).toBe('WordPiece, 67 pieces');
  });

  it('works without special tokens', async () => {
    const bare = new SentenceTokeniser('tiny', { ...json, post_processor: null } as object, config);
    expect(await idsOf(['the 猫', ''], { maxTokens: 1 }, bare)).toEqual([[4], []]);
    expect(bare.pieces('the 猫', NO_LIMIT).map(({ known }) => known)).toEqual([true, false]);
  });

  it('refuses a limit that leaves nothing of a sentence', () => {
    expect(() => tokeniser.checkLimit({ prefix: '', maxTokens: 2 })).toThrow('at least 3 tokens');
    expect(() => tokeniser.checkLimit({ prefix: '', maxTokens: 3 })).not.toThrow();
  });

  it('refuses a tokeniser that is none, or that has no token for what it does not know', async () => {
    expect(() => new SentenceTokeniser('tiny', {}, {})).toThrow(Failure);
    const { model } = json as { model: object };
    const gaps = new SentenceTokeniser(
      'tiny',
      { ...json, model: { ...model, unk_token: '[GONE]' } } as object,
      {
        ...config,
        unk_token: null,
      } as object,
    );
    await expect(idsOf(['猫'], {}, gaps)).rejects.toMatchObject({ code: 'tokeniser-unusable' });
  });

  it('stops when it is cancelled', async () => {
    const controller = new AbortController();
    const many = new Array<string>(200_000).fill('the cat sleeps on the mat, the dog runs');
    const running = tokeniser.tokenise(many, NO_LIMIT, () => controller.abort(), controller.signal);
    await expect(running).rejects.toBeInstanceOf(Cancelled);
  });
});

const USE_LITE = 'public/models/use-lite';
const built = existsSync(`${USE_LITE}/tokenizer.json`);
describe.skipIf(!built)(
  `use-lite's tokeniser${built ? '' : ' (skipped: npm run models has not run)'}`,
  () => {
    const read = (name: string): object => JSON.parse(readFileSync(`${USE_LITE}/${name}`, 'utf8')) as object;

    it('counts what it does not know, and cuts at 128', async () => {
      const useLite = new SentenceTokeniser(
        'use-lite',
        read('tokenizer.json'),
        read('tokenizer_config.json'),
      );
      const { counts, kept } = await useLite.tokenise(
        ['The cat sleeps.', 'snow 雪 snow', 'one two '.repeat(200).trim(), ''],
        { prefix: '', maxTokens: 128 },
        quiet,
        signal,
      );
      expect(useLite.description).toMatch(/^Unigram, 8,00\d pieces$/);
      expect([...counts.unknown]).toEqual([0, 1, 0, 0]);
      expect(kept.offsets[3]! - kept.offsets[2]!).toBe(128);
      expect(counts.tokens[2]).toBe(400);
      expect(counts.tokens[3]).toBe(0);
    });
  },
);
