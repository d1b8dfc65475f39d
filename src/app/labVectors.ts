import { Cancelled } from '../failure.ts';
import { encoderId, type SystemSpec } from '../systems/registry.ts';
import { requestOf } from './encoderRuns.ts';
import type { Encoders } from './encoders.svelte.ts';

/** Sentences whose vectors stay: some megabytes. */
const MOST_KEPT = 2_000;
/** A newer question waits for so many sentences at most. */
const SENTENCES_AT_ONCE = 16;

interface Kept {
  /** Which models were ready: vectors of others are forgotten. */
  ready: string;
  dimension: number;
  rows: Map<string, Float32Array>;
}

/** Vectors of the lab's sentences by a transformer, row-major; a row of NaN is a sentence without a token. */
export interface LabRows {
  vectors: Float32Array;
  dimension: number;
}

/** Vectors of transformers that are kept while the lab changes a word here and there. */
export class LabVectors {
  private readonly encoders: Pick<Encoders, 'embedFew'>;
  private readonly kept = new Map<string, Kept>();
  /** By encoder: a second call at the same time would cancel the first. */
  private readonly last = new Map<string, Promise<unknown>>();

  constructor(encoders: Pick<Encoders, 'embedFew'>) {
    this.encoders = encoders;
  }

  /**
   * The vectors of sentences, in their order; null where the model is not ready.
   * @param ready names the models in memory, with their files
   * @param isStale asked between batches: nobody waits any more
   * @throws Failure as in a run; Cancelled where it is stale
   */
  async of(
    spec: SystemSpec,
    sentences: readonly string[],
    ready: string,
    isStale: () => boolean,
  ): Promise<LabRows | null> {
    const encoder = encoderId(spec);
    const mine = (this.last.get(encoder) ?? Promise.resolve())
      .catch(() => {})
      .then(() => this.inTurn(encoder, spec, sentences, ready, isStale));
    this.last.set(encoder, mine);
    return mine;
  }

  private async inTurn(
    encoder: string,
    spec: SystemSpec,
    sentences: readonly string[],
    ready: string,
    isStale: () => boolean,
  ): Promise<LabRows | null> {
    if (this.kept.get(encoder)?.ready !== ready) this.kept.delete(encoder);
    const missing = [...new Set(sentences)].filter((sentence) => !this.kept.get(encoder)?.rows.has(sentence));
    for (let at = 0; at < missing.length; at += SENTENCES_AT_ONCE) {
      if (isStale()) throw new Cancelled('Vectors for the lab');
      const asked = missing.slice(at, at + SENTENCES_AT_ONCE);
      const few = await this.encoders.embedFew(requestOf(spec), asked, new AbortController());
      if (!few) return null;
      const { dimension } = few.facts;
      const kept = this.kept.get(encoder) ?? { ready, dimension, rows: new Map() };
      this.kept.set(encoder, kept);
      asked.forEach((sentence, s) =>
        kept.rows.set(sentence, few.vectors.slice(s * dimension, (s + 1) * dimension)),
      );
    }
    const kept = this.kept.get(encoder);
    if (!kept) return null;
    const vectors = new Float32Array(sentences.length * kept.dimension);
    sentences.forEach((sentence, s) => vectors.set(kept.rows.get(sentence)!, s * kept.dimension));
    forgetOldest(kept.rows);
    return { vectors, dimension: kept.dimension };
  }
}

function forgetOldest(rows: Map<string, Float32Array>): void {
  for (const sentence of rows.keys()) {
    if (rows.size <= MOST_KEPT) return;
    rows.delete(sentence);
  }
}
