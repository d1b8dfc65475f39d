import { ascendingOrder } from './ranks.ts';
import type { Column } from './types.ts';

/**
 * Holm's step-down adjusted p-values of one family of tests, in their order: a test is significant at level alpha,
 * with the chance of any false one in the family below alpha, where its adjusted value is at most alpha. NaN stands
 * for a test that was not made: it stays NaN and does not count into the family.
 * Source: Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6
 * (1979); adjusted values after Wright, Biometrics 48 (1992). Holds however the tests depend on one another.
 * @throws RangeError where a value is outside [0, 1].
 */
export function holm(pValues: Column): Float64Array {
  const made: number[] = [];
  for (let row = 0; row < pValues.length; row++) {
    const p = pValues[row]!;
    if (Number.isNaN(p)) continue;
    if (!(p >= 0 && p <= 1)) throw new RangeError(`${p} is no p-value`);
    made.push(row);
  }
  const adjusted = new Float64Array(pValues.length).fill(NaN);
  const order = ascendingOrder(made.map((row) => pValues[row]!));
  let highest = 0;
  order.forEach((place, rank) => {
    const row = made[place]!;
    highest = Math.max(highest, Math.min(1, (made.length - rank) * pValues[row]!));
    adjusted[row] = highest;
  });
  return adjusted;
}
