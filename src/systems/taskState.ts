import { tokeniserKey, type TokeniserOptions } from '../text/tokenise.ts';
import type { SegmentSummer, WordRows, WordVectors } from './encoders/types.ts';
import type { WordFrequencies } from './frequencies.ts';
import { fitGroups, type FitGroup } from './groups.ts';
import { indexTokens, type TokenIndex } from './tokenIndex.ts';
import type { ContextCounts, TextSource } from './contexts/types.ts';
import type { Progress, TaskSentences } from './types.ts';
import { classifyTokens, type Tagger } from './wordClasses.ts';
import type { WordFit } from './wordFit.ts';

/** What systems get from outside: models and a backend. */
export interface Resources {
  summer(): Promise<SegmentSummer>;
  vectors(id: string, report: Progress, signal?: AbortSignal): Promise<WordVectors>;
  frequencies(id: string): Promise<WordFrequencies>;
  /** A reader of English; loaded when it is first asked for. */
  tagger(): Promise<Tagger>;
  text(id: string): Promise<TextSource>;
}

/**
 * What is kept of a task between runs: tokens, vocabulary and word rows depend on neither the weights nor the
 * system, so a second run with other parameters starts from them.
 */
export class TaskState {
  readonly task: TaskSentences;
  readonly resources: Resources;
  private readonly indices = new Map<string, Promise<TokenIndex>>();
  private readonly wordRows = new Map<string, Promise<WordRows>>();
  private readonly tokenClasses = new Map<string, Promise<Uint8Array>>();
  private readonly fits = new Map<string, FitGroup[]>();
  /** What was fitted for probes, by encoder and group. */
  readonly probeFits = new Map<string, Promise<WordFit>>();
  /** Contexts of the task's words, by where and how they were counted. */
  readonly contexts = new Map<string, Promise<ContextCounts>>();

  constructor(task: TaskSentences, resources: Resources) {
    this.task = task;
    this.resources = resources;
  }

  tokens(options: TokeniserOptions, report?: Progress, signal?: AbortSignal): Promise<TokenIndex> {
    return remember(this.indices, tokeniserKey(options), () =>
      indexTokens(this.task.sentences, options, report, signal),
    );
  }

  /** The part of speech of each token, as `classifyTokens` gives it. */
  async classes(options: TokeniserOptions, report?: Progress, signal?: AbortSignal): Promise<Uint8Array> {
    const index = await this.tokens(options, report, signal);
    return remember(this.tokenClasses, tokeniserKey(options), async () =>
      classifyTokens(this.task, index, options, await this.resources.tagger(), report, signal),
    );
  }

  async words(
    options: TokeniserOptions,
    vectors: WordVectors,
    report: Progress,
    signal?: AbortSignal,
  ): Promise<WordRows> {
    const { vocabulary } = await this.tokens(options, report, signal);
    return remember(this.wordRows, rowsKey(options, vectors), () =>
      vectors.rowsFor(vocabulary, report, signal),
    );
  }

  /** What `tokens` and `words` have made, or are making; null where nobody asked for it. */
  async wordsIfMade(
    options: TokeniserOptions,
    vectors: WordVectors,
  ): Promise<{ index: TokenIndex; words: WordRows } | null> {
    const index = this.indices.get(tokeniserKey(options));
    const words = this.wordRows.get(rowsKey(options, vectors));
    return index && words ? { index: await index, words: await words } : null;
  }

  groups(fit: 'part' | 'all'): FitGroup[] {
    const known = this.fits.get(fit);
    if (known) return known;
    const groups = fitGroups(this.task, fit);
    this.fits.set(fit, groups);
    return groups;
  }
}

function rowsKey(options: TokeniserOptions, { id, revision }: WordVectors): string {
  return `${id}|${revision}|${tokeniserKey(options)}`;
}

/** Shares work in flight and forgets it when it fails, so that a retry works. */
export function remember<K, V>(cache: Map<K, Promise<V>>, key: K, make: () => Promise<V>): Promise<V> {
  const known = cache.get(key);
  if (known) return known;
  const made = make();
  cache.set(key, made);
  made.catch(() => {
    if (cache.get(key) === made) cache.delete(key);
  });
  return made;
}
