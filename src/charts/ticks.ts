import type { Range } from './axes.ts';

/**
 * Round values inside a range, at most `most` of them (at least two), with a step of 1, 2 or 5 times a power of ten.
 */
export function roundTicks([low, high]: Range, most: number): number[] {
  const rough = (high - low) / Math.max(1, most - 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough - 1e-12)!;
  const ticks: number[] = [];
  // A product, not a sum: sums of 0.1 drift. Plus 0, because -0 would be written with its sign.
  for (let k = Math.ceil(low / step - 1e-9) + 0; k * step <= high + 1e-9 * step; k++) ticks.push(k * step);
  return ticks;
}
