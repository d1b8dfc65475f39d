import type { Scale } from '../types.ts';

/** A value as a file holds it. null: the file has no value there. */
export type Cell = string | number | null;

export type Gold =
  | { kind: 'rated'; value: number }
  | { kind: 'blank' }
  | { kind: 'absent' }
  | { kind: 'invalid'; reason: string };

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;
const DECIMAL_COMMA = /^[+-]?\d+,\d+$/;

/** One gold score as written: "4.40", "5", "2.11111111111111". Blank is unrated: `Number('')` would be 0. */
export function readGold(cell: Cell): Gold {
  if (cell === null) return { kind: 'absent' };
  if (typeof cell === 'number') {
    if (Number.isNaN(cell)) return { kind: 'absent' };
    return Number.isFinite(cell)
      ? { kind: 'rated', value: cell }
      : { kind: 'invalid', reason: 'the gold score is infinite' };
  }
  const text = cell.trim();
  if (text === '') return { kind: 'blank' };
  if (NUMBER.test(text)) {
    const value = Number(text);
    if (Number.isFinite(value)) return { kind: 'rated', value };
  }
  const shown = JSON.stringify(cell.length > 40 ? `${cell.slice(0, 40)}…` : cell);
  if (DECIMAL_COMMA.test(text)) {
    const reason = `the gold score ${shown} has a decimal comma: write ${text.replace(',', '.')}`;
    return { kind: 'invalid', reason };
  }
  return { kind: 'invalid', reason: `the gold score ${shown} is not a number` };
}

/**
 * Whether -1 in this column stands for a withheld label (GLUE's and SuperGLUE's test splits): the scale does
 * not reach it and no other value is negative.
 */
export function hidesLabels(golds: readonly Gold[], scale: Scale): boolean {
  let some = false;
  for (const gold of golds) {
    if (gold.kind !== 'rated') continue;
    if (gold.value === -1) some = true;
    else if (gold.value < 0) return false;
  }
  return some && scale[0] > -1;
}
