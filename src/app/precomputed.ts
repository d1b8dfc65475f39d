import type { Run } from '../storage/types.ts';

/** What `npm run precompute` writes: runs that the page made, with their scores as plain numbers. */
export interface PrecomputedFile {
  /** `contentHash` of the contrast set that was scored. */
  contentHash: string;
  runs: (Omit<Run, 'scores' | 'tokenCounts'> & {
    scores: { values: (number | null)[]; reasons: number[] };
  })[];
}

const TIMEOUT_MS = 10_000;

/**
 * Runs of the default systems on the contrast set that ship with the page, so that a first visit sees more than word
 * overlap. Read once; where the file is missing, or is no such file, there are none.
 */
export class Precomputed {
  private readonly url: string;
  private read: Promise<PrecomputedFile | null> | null = null;

  constructor(siteUrl: string) {
    this.url = `${siteUrl}precomputed/contrast.json`;
  }

  /** @returns the run of a system (its full id) on exactly this content; undefined where there is none */
  async find(contentHash: string, system: string): Promise<Run | undefined> {
    const file = await (this.read ??= this.fetch());
    if (file?.contentHash !== contentHash) return undefined;
    const found = file.runs.find(({ provenance }) => provenance.system === system);
    if (!found || found.scores.values.length !== found.provenance.pairs) return undefined;
    return {
      ...found,
      scores: {
        values: Float64Array.from(found.scores.values, (value) => value ?? NaN),
        reasons: Uint8Array.from(found.scores.reasons),
      },
    };
  }

  private async fetch(): Promise<PrecomputedFile | null> {
    try {
      const response = await fetch(this.url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
      return response.ok ? ((await response.json()) as PrecomputedFile) : null;
    } catch {
      return null;
    }
  }
}
