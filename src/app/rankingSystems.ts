import type { Run, StoredPart } from '../storage/types.ts';

/** A system of the ranking: a kind with what it is about. Its runs with various parameters are its submissions. */
export interface RankedGroup {
  /** Unique: "sif", "transformer:use-lite", "sif with file:mine.txt". */
  id: string;
  /** Oldest first; one for each set of parameters, the newest of those that differ in backend alone. */
  runs: readonly Run[];
}

export interface RankedRuns {
  groups: readonly RankedGroup[];
  /** Runs on the same parts that are no submission, by the reason. */
  left: readonly { reason: string; count: number }[];
}

export const OLDER_PAGE = 'made by an earlier version of this page';
export const OLDER_MODEL = 'made with model files that have changed since';
export const SAME_PARAMETERS = 'with the same parameters as a later run';

type RankedPart = Pick<StoredPart, 'key' | 'contentHash'>;

/** "sif", "transformer:use-lite": the system's id without its parameters. */
export function headOf(system: string): string {
  return system.replace(/\(.*$/su, '');
}

/** Whether a run is of exactly these parts, in this order, with this content. */
export function isOfParts({ provenance }: Pick<Run, 'provenance'>, parts: readonly RankedPart[]): boolean {
  return (
    provenance.parts.length === parts.length &&
    parts.every(({ key, contentHash }, p) => {
      const own = provenance.parts[p]!;
      return own.key === key && own.contentHash === contentHash;
    })
  );
}

/**
 * Groups stored runs into systems with their submissions. A model that an id does not name in its head, such as word
 * vectors of a person's own, makes another system.
 * @param runs oldest first
 * @param ownModel the model that a kind has when nothing else is chosen; null for kinds without one
 * @param isCurrent refuses runs of models that are no longer what they were
 */
export function rankedRuns(
  runs: readonly Run[],
  parts: readonly RankedPart[],
  appVersion: string,
  ownModel: (kind: string) => string | null,
  isCurrent: (run: Run) => boolean,
): RankedRuns {
  const groups = new Map<string, Map<string, Run>>();
  const left = new Map<string, number>();
  const leave = (reason: string): void => void left.set(reason, (left.get(reason) ?? 0) + 1);
  for (const run of runs) {
    if (!isOfParts(run, parts)) continue;
    const { scoreFile } = run.provenance;
    // What a file holds is not computed by any version of the page.
    if (run.provenance.appVersion !== appVersion && !scoreFile) leave(OLDER_PAGE);
    else if (!isCurrent(run)) leave(OLDER_MODEL);
    else {
      const { system, model } = run.provenance;
      // Columns of one file are systems, not submissions of one.
      const head = scoreFile ? system : headOf(system);
      const named = model === null || head.includes(':') || model.id === ownModel(head);
      const id = named ? head : `${head} with ${model.id}`;
      const submissions = groups.get(id) ?? new Map<string, Run>();
      groups.set(id, submissions);
      if (submissions.delete(system)) leave(SAME_PARAMETERS);
      submissions.set(system, run);
    }
  }
  return {
    groups: [...groups].map(([id, submissions]) => ({ id, runs: [...submissions.values()] })),
    left: [...left].map(([reason, count]) => ({ reason, count })),
  };
}
