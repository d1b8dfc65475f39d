import type { Remote } from 'comlink';
import { callJob, type WorkerClient } from '../compute/clients/worker.ts';
import type { LanguageService, OnEvent, ScoringService } from '../compute/protocol.ts';
import type { Edit } from '../edits/types.ts';
import { Cancelled, Failure } from '../failure.ts';
import type { Token } from '../text/tokenise.ts';
import type { Activities } from './activities.svelte.ts';

/** What is offered for a sentence. */
export type Offer =
  | { kind: 'reading' }
  | { kind: 'read'; edits: readonly Edit[] }
  | { kind: 'cancelled' }
  | { kind: 'failed'; what: string; nextStep: string };

/** A word's neighbour in the place of the word. */
export interface NeighbourEdit {
  word: string;
  /** Of the two word vectors, by cosine. */
  similarity: number;
  result: string;
}

export interface EditTools {
  language: WorkerClient<LanguageService>;
  scoring: WorkerClient<ScoringService>;
  activities: Activities;
}

/** Sentences whose edits are kept. */
const MOST_KEPT = 50;
/** Neighbours that are looked at; inflected like the word some are the same, so fewer are shown. */
const NEIGHBOURS_ASKED = 12;
const NEIGHBOURS_SHOWN = 6;

/** The edits that the lab offers for its sentences; each sentence is read once. */
export class LabEdits {
  private offers = $state.raw<ReadonlyMap<string, Offer>>(new Map());
  private readonly tools: EditTools;
  /** The lists of words are in the worker: the first reading, which fetches them, is shown as an activity. */
  private isLoaded = false;

  constructor(tools: EditTools) {
    this.tools = tools;
  }

  offerOf(sentence: string): Offer | undefined {
    return this.offers.get(sentence);
  }

  /** Reads a sentence that was not read yet, or that could not be. */
  async read(sentence: string): Promise<void> {
    const known = this.offers.get(sentence)?.kind;
    if (known === 'reading' || known === 'read') return;
    this.set(sentence, { kind: 'reading' });
    try {
      this.set(sentence, {
        kind: 'read',
        edits: await this.ask((service, job, onEvent) => service.edits(job, sentence, onEvent)),
      });
    } catch (error) {
      if (error instanceof Cancelled) return this.set(sentence, { kind: 'cancelled' });
      if (!(error instanceof Failure)) console.error(error);
      const what =
        error instanceof Failure ? error.what : error instanceof Error ? error.message : String(error);
      this.set(sentence, {
        kind: 'failed',
        what,
        nextStep: error instanceof Failure ? error.nextStep : 'Try again.',
      });
    }
  }

  /**
   * The sentence with each of a word's nearest neighbours in its place; null where the vectors can't be asked for any.
   * @param vectors id of the word vectors, which must be here
   * @throws Failure, Cancelled
   */
  async neighbours(sentence: string, token: Token, vectors: string): Promise<NeighbourEdit[] | null> {
    const { scoring } = this.tools;
    const found = await callJob(
      `Neighbours of “${token.text}”`,
      scoring,
      (service, job, onEvent) =>
        service.neighbours(job, vectors, token.text.toLowerCase(), NEIGHBOURS_ASKED, onEvent),
      () => {},
      new AbortController().signal,
    );
    if (!found) return null;
    const words = found.map(({ word }) => word);
    const { start, end } = token;
    const results = await this.ask((service, job, onEvent) =>
      service.replace(job, sentence, { start, end }, words, onEvent),
    );
    const edits = new Map<string, NeighbourEdit>();
    found.forEach(({ word, similarity }, at) => {
      const result = results[at]?.result;
      if (result && !edits.has(result)) edits.set(result, { word, similarity, result });
    });
    return [...edits.values()].slice(0, NEIGHBOURS_SHOWN);
  }

  private async ask<T>(
    use: (service: Remote<LanguageService>, job: number, onEvent: OnEvent) => Promise<T>,
  ): Promise<T> {
    const { language, activities } = this.tools;
    const title = 'Reading sentences for edits';
    if (!this.isLoaded) {
      const answer = await activities.run(title, language, use);
      this.isLoaded = true;
      return answer;
    }
    return callJob(title, language, use, () => {}, new AbortController().signal);
  }

  private set(sentence: string, offer: Offer): void {
    const offers = new Map([...this.offers].filter(([other]) => other !== sentence).slice(1 - MOST_KEPT));
    this.offers = offers.set(sentence, offer);
  }
}
