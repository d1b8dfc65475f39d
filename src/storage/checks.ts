import type { SentencePair } from '../benchmarks/types.ts';
import { Failure } from '../failure.ts';
import { runKey } from './runKey.ts';
import { partKey } from './types.ts';
import type { Run, StoredPart } from './types.ts';

/** Pairs a stored record: small enough to be read within a frame, large enough for few records. */
export const PAIRS_PER_CHUNK = 2000;

export function chunksOf(pairs: readonly SentencePair[]): SentencePair[][] {
  const chunks: SentencePair[][] = [];
  for (let start = 0; start < pairs.length; start += PAIRS_PER_CHUNK) {
    chunks.push(pairs.slice(start, start + PAIRS_PER_CHUNK));
  }
  return chunks;
}

/** Throws a `Failure` `part-inconsistent` where the part does not describe these pairs. */
export function checkPart(part: StoredPart, pairs: readonly SentencePair[]): void {
  const refuse = (what: string) => {
    throw new Failure(
      'part-inconsistent',
      `The part "${part.key}" was not stored: ${what}.`,
      'Import it again, and report this if it comes back.',
    );
  };
  if (part.key !== partKey(part)) refuse(`its key should be "${partKey(part)}"`);
  if (part.counts.pairs !== pairs.length)
    refuse(`it announces ${part.counts.pairs} pairs and has ${pairs.length}`);
  let rated = 0;
  for (const pair of pairs) if (pair.gold !== null) rated++;
  if (part.counts.rated !== rated) refuse(`it announces ${part.counts.rated} rated pairs and has ${rated}`);
}

/**
 * Throws a `Failure` `run-inconsistent` where a score could be taken for another, a missing one for a number, or
 * the tokens of one sentence for another's.
 */
export async function checkRun(run: Run): Promise<void> {
  const refuse = (what: string) => {
    throw new Failure(
      'run-inconsistent',
      `The run of ${run.provenance.system} was not stored: ${what}.`,
      'Run it again, and report this if it comes back.',
    );
  };
  const { values, reasons } = run.scores;
  if (values.length !== run.provenance.pairs || reasons.length !== run.provenance.pairs)
    refuse(`it has ${values.length} scores and ${reasons.length} reasons for ${run.provenance.pairs} pairs`);
  for (let row = 0; row < values.length; row++) {
    if (Number.isNaN(values[row]) !== (reasons[row] !== 0))
      refuse(`row ${row} has the score ${values[row]} and the missing-reason ${reasons[row]}`);
  }
  if (run.tokenCounts) {
    const { tokens, unknown } = run.tokenCounts;
    const sentences = 2 * run.provenance.pairs;
    if (tokens.length !== sentences || unknown.length !== sentences)
      refuse(
        `it counts tokens of ${tokens.length} and unknown tokens of ${unknown.length} sentences where its pairs have ${sentences}`,
      );
  }
  if (run.key !== (await runKey(run.provenance))) refuse('its key is not the hash of its provenance');
}

/** Oldest first; runs of the same instant by key, so that the order is one and the same everywhere. */
export function byAge(a: Run, b: Run): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? -1 : 1;
  return a.key < b.key ? -1 : 1;
}

export function partMissing(key: string): Failure {
  return new Failure('part-missing', `The part "${key}" is not stored.`, 'Import it in the Data view.');
}

export function partDamaged(key: string, read: number, announced: number): Failure {
  return new Failure(
    'part-damaged',
    `The stored part "${key}" has ${read} of its ${announced} pairs.`,
    'Delete it in the Data view and import it again.',
  );
}
