import { catalogue, howToGet, partName } from '../benchmarks/catalogue.ts';
import { Failure } from '../failure.ts';
import type { PlaygroundStore, Run } from '../storage/types.ts';
import { parseSystem } from '../systems/registry.ts';
import type { Categories } from './categories.svelte.ts';
import type { Comparison, OpenBenchmark } from './comparison.svelte.ts';
import { readResult } from './export/readResult.ts';
import type { ResultFile } from './export/resultJson.ts';
import type { Library } from './library.svelte.ts';

/** What an import needs of the page. */
export interface ImportTools {
  store: Pick<PlaygroundStore, 'getRun' | 'putRun'>;
  library: Pick<Library, 'siteListed' | 'storedPart' | 'isOnSite'>;
  comparison: Comparison;
  categories: Pick<Categories, 'importFrom'>;
}

/**
 * Puts the page into the state that a file of results holds. Everything is checked before anything changes; figures are
 * computed anew from the scores.
 * @returns what was done, in words
 * @throws Failure `bad-result` as `readResult` does; `benchmark-not-here`; `benchmark-differs`: the files here are not
 * those that were scored; `import-overtaken`: another benchmark was opened meanwhile
 */
export async function importResults(tools: ImportTools, fileName: string, content: string): Promise<string> {
  const { file, runs } = await readResult(fileName, content);
  const { comparison } = tools;
  const parts = file.parts.map(({ key }) => key.slice(file.benchmark.id.length + 1));
  await needParts(tools.library, file, parts, fileName);
  const opened = await comparison.read(file.benchmark.id, parts);
  checkBenchmark(opened, file, fileName);

  comparison.seed = file.seed;
  comparison.facet = file.facet;
  comparison.setSystems(file.systems.map(({ id }) => parseSystem(id)));
  const entries = comparison.systems;
  entries.forEach((entry, s) => (entry.shown = file.systems[s]!.shown));
  await comparison.open(file.benchmark.id, parts);
  if (comparison.benchmark?.task.key !== opened.task.key) {
    throw new Failure(
      'import-overtaken',
      `Another benchmark was opened while ${fileName} was imported.`,
      'Import the file again.',
    );
  }
  let taken = 0;
  let replaced = 0;
  for (const [s, run] of runs.entries()) {
    const entry = entries[s]!;
    if (!run || (entry.run && isSame(entry.run, run))) continue;
    const stored = await tools.store.getRun(run.key);
    const isKept = stored !== undefined && isSame(stored, run);
    if (stored && !isKept) replaced++;
    const kept = isKept ? stored : imported(run, fileName);
    if (!isKept) {
      await tools.store.putRun(kept);
      taken++;
    }
    await comparison.showRun(entry, kept);
  }
  const row = new Map(opened.pairs.map(({ id }, index) => [id, index]));
  if (file.selection) await comparison.select(Int32Array.from(file.selection, (id) => row.get(id)!));
  comparison.pair = file.pair === null ? null : row.get(file.pair)!;
  const corrected = file.corrections
    ? await tools.categories.importFrom(fileName, JSON.stringify(file.corrections))
    : null;
  const ran = runs.filter((run) => run !== null).length;
  return [
    `${fileName}: ${ran} of ${runs.length} systems with their scores`,
    ...(taken > 0 ? [`${taken} not computed in this browser`] : ['all known to this browser']),
    ...(replaced > 0 ? [`${replaced} in place of a run of the same name with other scores`] : []),
    ...(corrected ? [corrected.charAt(0).toLowerCase() + corrected.slice(1)] : []),
  ].join('; ');
}

async function needParts(
  library: ImportTools['library'],
  { benchmark, parts: held }: ResultFile,
  parts: readonly string[],
  fileName: string,
): Promise<void> {
  await library.siteListed;
  const absent = parts.filter(
    (part) => !library.storedPart(benchmark.id, part) && !library.isOnSite(benchmark.id, part),
  );
  if (absent.length === 0) return;
  const entry = catalogue.find(({ id }) => id === benchmark.id);
  const hashes = held.map(({ contentHash }) => contentHash.slice(0, 12)).join(', ');
  throw new Failure(
    'benchmark-not-here',
    `${fileName} is of ${benchmark.title}, and this browser does not have ${absent.join(', ')} of it.`,
    entry
      ? `${howToGet(entry)} Then import the results again.`
      : `Import the file it was made from (sha256 ${hashes}…) in the Data view, with the same columns; then the results again.`,
  );
}

function checkBenchmark({ parts, pairs }: OpenBenchmark, file: ResultFile, fileName: string): void {
  const differs = (what: string): never => {
    throw new Failure(
      'benchmark-differs',
      `${fileName} was made on other data: ${what}.`,
      'Nothing was imported. Import the same benchmark files as where it was made, then the results again.',
    );
  };
  parts.forEach((part, p) => {
    const { key, contentHash } = file.parts[p]!;
    if (part.key !== key || part.contentHash !== contentHash) {
      differs(
        `${partName(part)} here has the sha256 ${part.contentHash.slice(0, 12)}…, there ${contentHash.slice(0, 12)}…`,
      );
    }
  });
  const { ids, gold } = file.pairs;
  const at = pairs.findIndex((pair, row) => pair.id !== ids[row] || pair.gold !== gold[row]);
  if (pairs.length !== ids.length) differs(`${pairs.length} pairs here, ${ids.length} there`);
  if (at >= 0) {
    const here = pairs[at]!;
    differs(
      `pairs.ids[${at}] and its human score are ${here.id}, ${here.gold} here, and ${ids[at]}, ${gold[at]} there`,
    );
  }
}

function isSame(a: Run, b: Run): boolean {
  const { values, reasons } = a.scores;
  return (
    a.key === b.key &&
    values.every((value, row) => value === b.scores.values[row] || Number.isNaN(value)) &&
    reasons.every((reason, row) => reason === b.scores.reasons[row])
  );
}

/** A reader of the numbers must know that they come from elsewhere; said once, however often the run travels. */
function imported(run: Run, fileName: string): Run {
  const says = 'Imported from a file of results';
  if (run.notes.some((note) => note.startsWith(says))) return run;
  return { ...run, notes: [...run.notes, `${says}, ${fileName}: not computed in this browser.`] };
}
