import type { Scale } from '../../benchmarks/types.ts';

/** The gold scale as a form holds it. */
export interface ScaleChoice {
  /** "0-5" for a usual scale, "other" for one of the person's own, "" for none yet. */
  name: string;
  low: string;
  high: string;
}

export const SCALES: readonly Scale[] = [
  [0, 5],
  [1, 5],
  [0, 4],
  [0, 1],
];

export function choiceOf(suggested: Scale | null): ScaleChoice {
  return { name: suggested ? suggested.join('-') : '', low: '', high: '' };
}

/** null where nothing usable was chosen. */
export function scaleOf({ name, low, high }: ScaleChoice): Scale | null {
  if (name !== 'other') return SCALES.find((known) => known.join('-') === name) ?? null;
  // An empty text would be read as the number 0.
  const [from, to] = [low, high].map((text) => (text.trim() === '' ? NaN : Number(text)));
  return from! < to! && Number.isFinite(from) && Number.isFinite(to) ? [from!, to!] : null;
}
