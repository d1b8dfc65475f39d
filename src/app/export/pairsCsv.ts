import { MISSING_REASONS } from '../../systems/types.ts';
import { UNRATED, whyNoScore } from '../../evaluation/usable.ts';
import { csvText, type Cell } from './csv.ts';
import { ranSystems, residualsOf, type ExportState, type RanSystem } from './state.ts';

/**
 * One row a pair: id, part, gold, whether it is in the selection, and of each system that has run its score, its
 * residual (rescaled score minus gold, in gold units) and why one of the two is missing.
 * @param withSentences many benchmarks' licences do not allow to pass their sentences on
 */
export function pairsCsv(state: ExportState, { withSentences }: { withSentences: boolean }): string {
  const { pairs, gold, parts, partOfRow, selection } = state;
  const ran = ranSystems(state);
  const names = distinct(ran.map(({ id }) => id));
  const columns = ran.map((system) => columnsOf(system, state));
  const isSelected = selection && new Set(selection);
  const header = [
    'id',
    'part',
    'gold',
    ...(isSelected ? ['selected'] : []),
    ...(withSentences ? ['sentence1', 'sentence2'] : []),
    ...names.flatMap((name) => [`score: ${name}`, `residual: ${name}`, `missing: ${name}`]),
  ];
  const rows = pairs.map((pair, row): Cell[] => [
    pair.id,
    parts[partOfRow[row]!]!.key,
    gold[row]!,
    ...(isSelected ? [isSelected.has(row)] : []),
    ...(withSentences ? [pair.sentence1, pair.sentence2] : []),
    ...columns.flatMap((cells) => cells(row)),
  ]);
  return csvText(header, rows);
}

function columnsOf({ result }: RanSystem, state: ExportState): (row: number) => Cell[] {
  const { values, reasons } = result.run.scores;
  const residuals = residualsOf(state, result);
  const noScale = result.range.lowest === null ? result.range.reason : null;
  return (row) => {
    const noScore = whyNoScore(row, { scores: values, reasons, reasonNames: MISSING_REASONS });
    if (noScore) return [null, null, noScore];
    const residual = residuals?.[row] ?? NaN;
    const noResidual = Number.isNaN(residual)
      ? `no residual: ${Number.isNaN(state.gold[row]) ? UNRATED : noScale}`
      : null;
    return [values[row]!, residual, noResidual];
  };
}

/** Two columns of one name would be read as one. */
function distinct(names: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return names.map((name) => {
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times === 1 ? name : `${name} [${times}]`;
  });
}
