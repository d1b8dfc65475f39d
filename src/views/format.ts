import type { Estimate, Interval } from '../evaluation/types.ts';

/** How numbers are written, once for all views. */

/** With a fixed number of digits, and the minus sign that is as wide as a digit. */
export function decimals(value: number, digits: number): string {
  return value.toFixed(digits).replace('-', '−');
}

/** A correlation x 100, as the field writes it; a dash where it is not defined. */
export function hundredfold(estimate: Estimate): string {
  return estimate.value === null ? '–' : decimals(estimate.value * 100, 2);
}

export function intervalText(interval: Interval): string {
  return interval.low === null
    ? ''
    : `${decimals(interval.low * 100, 1)} to ${decimals(interval.high * 100, 1)}`;
}

export function percent(estimate: Estimate): string {
  return estimate.value === null ? '–' : `${(estimate.value * 100).toFixed(1)} %`;
}

/** A score or gold score. */
export function score(value: number | null | undefined, digits = 3): string {
  return value === null || value === undefined || Number.isNaN(value) ? '–' : decimals(value, digits);
}

export function signed(value: number | null | undefined, digits = 2): string {
  if (value === null || value === undefined || Number.isNaN(value)) return '–';
  const text = Math.abs(value).toFixed(digits);
  return Number(text) === 0 ? text : (value > 0 ? '+' : '−') + text;
}

/** Made once: `toLocaleString` makes one a call. */
const COUNT = new Intl.NumberFormat('en');

export function count(value: number): string {
  return COUNT.format(value);
}

/** In decimal units, as browsers show them. */
export function megabytes(bytes: number): string {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(1)} GB`;
  return bytes < 1e5 ? `${(bytes / 1e3).toFixed(0)} kB` : `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;
}

export function duration(seconds: number): string {
  if (seconds < 1) return 'less than a second';
  if (seconds < 90) return `${Math.round(seconds)} s`;
  return `${Math.round(seconds / 60)} min`;
}

export function plural(number: number, one: string, many = `${one}s`): string {
  return `${count(number)} ${number === 1 ? one : many}`;
}

/** A p-value with its relation, three digits: "p = 0.034", "p < 0.001". */
export function pValue(p: number): string {
  return p < 0.001 ? 'p < 0.001' : `p = ${p.toFixed(3)}`;
}
