import { PreTrainedTokenizer } from '@xenova/transformers';
import { Failure, throwIfAborted } from '../../failure.ts';
import { pause } from '../../systems/pause.ts';
import type { Progress } from '../../systems/types.ts';
import type { ModelFiles } from '../models/files.ts';
import type { TokenizerConfig } from './configuration.ts';
import type { Piece, TokenisedSentences } from './types.ts';

/** How long the worker hears no message while it tokenises. */
const STRETCH_MS = 20;

/** What is read of a `tokenizer.json`, beside what transformers.js does with it. */
interface TokenizerJson {
  model?: { type?: string; vocab?: object };
  decoder?: { type?: string } | null;
}

/** Special tokens that the tokeniser puts around a text. */
interface Frame {
  before: number;
  after: number;
}

/** Where sentences are cut, and what is put before them. */
export interface Limits {
  prefix: string;
  /** Special tokens and prefix included. */
  maxTokens: number;
}

/** Token ids of many sentences, cut to what the encoder sees. Sentence s has ids[offsets[s]] to ids[offsets[s + 1] - 1]. */
export interface KeptTokens {
  ids: Int32Array;
  offsets: Int32Array;
}

/** A model's own tokeniser, run by transformers.js. */
export class SentenceTokeniser {
  private readonly tokenizer: PreTrainedTokenizer;
  private readonly json: TokenizerJson;
  private readonly frame: Frame;
  private readonly cutsStart: boolean;
  /** Null where the tokeniser knows every text, as those of bytes do. */
  private readonly unknownId: number | null;
  private readonly model: string;
  /** Null where the model has none. */
  readonly padId: number | null;
  readonly padsLeft: boolean;

  constructor(model: string, json: TokenizerJson, config: TokenizerConfig) {
    this.model = model;
    this.json = json;
    try {
      this.tokenizer = new PreTrainedTokenizer(json, config);
    } catch (error) {
      throw this.unusable(error instanceof Error ? error.message : String(error), { cause: error });
    }
    this.frame = this.measureFrame();
    this.cutsStart = config.truncation_side === 'left';
    this.unknownId = this.tokenizer._tokenizer.model?.unk_token_id ?? this.tokenizer.unk_token_id ?? null;
    this.padId = this.tokenizer.pad_token_id ?? null;
    this.padsLeft = config.padding_side === 'left';
  }

  /** "Unigram, 8,002 pieces". */
  get description(): string {
    const pieces = this.tokenizer._tokenizer.get_vocab().size.toLocaleString('en');
    return `${this.json.model?.type ?? 'Tokeniser'}, ${pieces} pieces`;
  }

  /** @throws Failure `bad-parameter` where the limit leaves no room for a token of the text */
  checkLimit({ maxTokens, prefix }: Limits): void {
    const taken = prefix === '' ? this.frame.before + this.frame.after : this.idsOf(prefix).length;
    if (maxTokens > taken) return;
    throw new Failure(
      'bad-parameter',
      `With at most ${maxTokens} tokens nothing is left of a sentence: ${taken} are special tokens${prefix === '' ? '' : ' and the prefix'}.`,
      `Choose at least ${taken + 1} tokens.`,
    );
  }

  /** Tokens of a text, special tokens included, nothing cut. */
  private idsOf(text: string): number[] {
    const ids = this.tokenizer.encode(text);
    // A tokeniser without an unknown token gives undefined for what it does not know.
    if (ids.some((id) => !Number.isInteger(id))) {
      throw this.unusable('a text has a piece that is not in its vocabulary, and it has no token for that');
    }
    return ids;
  }

  /** All sentences, with counts before anything is cut, and the ids that the encoder is to see. */
  async tokenise(
    sentences: readonly string[],
    limits: Limits,
    report: Progress,
    signal: AbortSignal,
  ): Promise<{ kept: KeptTokens; counts: TokenisedSentences }> {
    const counts = {
      tokens: new Int32Array(sentences.length),
      unknown: new Int32Array(sentences.length),
    };
    const offsets = new Int32Array(sentences.length + 1);
    let ids = new Int32Array(sentences.length * 32);
    const prefixed = this.idsOf(limits.prefix).length;
    let lastPause = performance.now();
    for (let s = 0; s < sentences.length; s++) {
      const sentence = sentences[s]!;
      const found = this.idsOf(limits.prefix + sentence);
      offsets[s + 1] = offsets[s]!;
      // As long as the prefix alone: it may be blank. Its own tokens are counted without the prefix.
      const blank = found.length <= prefixed && this.idsOf(sentence).length <= this.special;
      if (!blank) {
        counts.tokens[s] = found.length;
        counts.unknown[s] = this.countUnknown(found);
        const cut = this.cut(found, limits.maxTokens);
        const end = offsets[s]! + cut.length;
        if (end > ids.length) ids = grown(ids, end);
        ids.set(cut, offsets[s]);
        offsets[s + 1] = end;
      }
      if (performance.now() - lastPause > STRETCH_MS) {
        report(s + 1, sentences.length, 'Tokenising', 'sentences');
        await pause();
        throwIfAborted(signal, 'Tokenising');
        lastPause = performance.now();
      }
    }
    report(sentences.length, sentences.length, 'Tokenising', 'sentences');
    return { kept: { ids: ids.slice(0, offsets[sentences.length]), offsets }, counts };
  }

  /** The tokens of a sentence as the encoder sees them, those that are cut included. */
  pieces(sentence: string, { prefix, maxTokens }: Limits): Piece[] {
    const { ids, tokens } = this.tokenizer._tokenizer.encode(prefix + sentence);
    const { before, after } = this.frame;
    const room = maxTokens - before - after;
    const content = ids.length - before - after;
    const keptFrom = this.cutsStart ? before + Math.max(content - room, 0) : before;
    const keptTo = this.cutsStart ? before + content : before + Math.min(content, room);
    return ids.map((id, i) => ({
      text: this.readable(id, tokens[i]!),
      known: id !== this.unknownId,
      cut: i >= before && i < before + content && (i < keptFrom || i >= keptTo),
    }));
  }

  /**
   * Cuts as the tokenisers of Python do (`truncation=True`): the text loses tokens, the special tokens around it
   * stay. transformers.js drops the last ones, the closing special token among them, which moves the vectors.
   */
  private cut(ids: number[], maxTokens: number): number[] {
    if (ids.length <= maxTokens) return ids;
    const { before, after } = this.frame;
    const end = ids.length - after;
    const room = maxTokens - before - after;
    const content = this.cutsStart ? ids.slice(end - room, end) : ids.slice(before, before + room);
    return [...ids.slice(0, before), ...content, ...ids.slice(end)];
  }

  private get special(): number {
    return this.frame.before + this.frame.after;
  }

  private countUnknown(ids: readonly number[]): number {
    if (this.unknownId === null) return 0;
    let count = 0;
    for (const id of ids) if (id === this.unknownId) count++;
    return count;
  }

  /** Pieces of byte tokenisers are spelled in stand-in letters; the others read as they are. */
  private readable(id: number, token: string): string {
    if (this.json.decoder?.type !== 'ByteLevel') return token;
    return this.tokenizer.decode([id], { skip_special_tokens: false, clean_up_tokenization_spaces: false });
  }

  private measureFrame(): Frame {
    const text = 'a';
    const all = this.idsOf(text);
    const own = this.tokenizer.encode(text, { add_special_tokens: false });
    for (let before = 0; before + own.length <= all.length; before++) {
      if (own.every((id, i) => id === all[before + i])) {
        return { before, after: all.length - before - own.length };
      }
    }
    throw this.unusable('its special tokens change the tokens of a text');
  }

  private unusable(why: string, options?: ErrorOptions): Failure {
    return new Failure(
      'tokeniser-unusable',
      `The tokeniser of ${this.model} can't be used: ${why.replace(/[.\s]+$/, '')}.`,
      'Choose another model, or another conversion of this one.',
      options,
    );
  }
}

/** @throws Failure `file-missing`, `tokeniser-unusable` */
export async function readTokeniser(
  files: ModelFiles,
  config: TokenizerConfig,
  signal: AbortSignal,
): Promise<SentenceTokeniser> {
  const json = await files.readJson<TokenizerJson>('tokenizer.json', signal);
  if (!json) {
    throw new Failure(
      'file-missing',
      `${files.model} has no tokenizer.json.`,
      'Choose a model in the format of transformers.js, or add the file: AutoTokenizer of Python writes it.',
    );
  }
  return new SentenceTokeniser(files.model, json, config);
}

function grown(ids: Int32Array<ArrayBuffer>, needed: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(Math.max(needed, ids.length * 2));
  larger.set(ids);
  return larger;
}
