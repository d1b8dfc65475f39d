import { MISSING_REASONS, type MissingReason } from '../systems/types.ts';
import type { SentenceMark } from './pairMarks.ts';
import type { SystemEntry } from './systemEntry.svelte.ts';

/** Of the sentences whose scores stay: a long session of typing, some megabytes. */
const MOST_KEPT_CHARACTERS = 4e6;

/** A score of the lab; NaN with the reason where there is none. */
export interface LabScore {
  value: number;
  reason: MissingReason;
}

/** What a system did not read of a pair: its score says nothing of that. */
export interface Unread {
  /** Of a transformer: tokens that it does not know, or that were cut off. */
  marks: readonly SentenceMark[];
  /** Words that it does not know, each once. */
  words: readonly string[];
}

/** What the lab knows of one system. */
export class LabSystem {
  readonly entry: SystemEntry;
  /** What loads, where it takes a while. */
  doing = $state('');
  problem = $state.raw<{ what: string; nextStep: string } | null>(null);
  /** Of the last answer: what was fitted on what. */
  fittedOn = $state('');
  notes = $state.raw<readonly string[]>([]);
  private unread = $state.raw<(Unread & { sentences: readonly [string, string] }) | null>(null);
  private readonly known = new Map<string, LabScore>();
  private characters = 0;
  /** Changes with `known`, which is too large to be replaced whole at every key. */
  private version = $state(0);

  constructor(entry: SystemEntry) {
    this.entry = entry;
  }

  /** @param context what else the score depends on: the system, what it was fitted on, the model in memory */
  scoreOf(context: string | null, sentences: readonly [string, string]): LabScore | undefined {
    void this.version;
    return context === null ? undefined : this.known.get(keyOf(context, sentences));
  }

  /** What was not read of a pair; null where all was, or where nothing is known of it. */
  unreadOf(sentences: readonly [string, string]): Unread | null {
    const { unread } = this;
    return unread?.sentences[0] === sentences[0] && unread.sentences[1] === sentences[1] ? unread : null;
  }

  leave(sentences: readonly [string, string], unread: Unread): void {
    this.unread = { ...unread, sentences };
  }

  isKnown(context: string, sentences: readonly [string, string]): boolean {
    return this.known.has(keyOf(context, sentences));
  }

  take(
    context: string,
    pairs: readonly (readonly [string, string])[],
    values: Float64Array,
    reasons: Uint8Array,
  ): void {
    for (const [key] of this.known) {
      if (this.characters <= MOST_KEPT_CHARACTERS) break;
      this.known.delete(key);
      this.characters -= key.length;
    }
    pairs.forEach((pair, row) => {
      const key = keyOf(context, pair);
      if (!this.known.has(key)) this.characters += key.length;
      this.known.set(key, { value: values[row]!, reason: MISSING_REASONS[reasons[row]!]! });
    });
    this.version++;
  }
}

function keyOf(context: string, sentences: readonly [string, string]): string {
  return JSON.stringify([context, ...sentences]);
}
