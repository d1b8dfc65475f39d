import { readOnGold } from '../evaluation/calibration.ts';
import { categoryTable, type CategoryRow } from '../evaluation/errors.ts';
import { holm } from '../evaluation/holm.ts';
import { undefinedEstimate } from '../evaluation/types.ts';
import { usable } from '../evaluation/usable.ts';
import { MISSING_REASONS } from '../systems/types.ts';
import type { ErrorTable, ErrorTableRequest, SystemErrors } from './protocol.ts';

type Comparison = 'meanErrorDifference' | 'pearsonDifference';

/**
 * The errors of several runs by category. A category is held against the pairs that were read and are outside it: of a
 * pair that was not read nobody knows what it belongs to. Holm's correction is over all the categories of all the
 * systems, because a reader's eye picks the largest difference from the whole table; mean errors and correlations
 * are a family each.
 */
export function errorTable({
  runs,
  gold,
  scale,
  reading: method,
  seed,
  read,
  categories,
}: ErrorTableRequest): ErrorTable {
  const systems = runs.map(({ scores, reasons }): SystemErrors => {
    const input = { scores, reasons, reasonNames: MISSING_REASONS, gold };
    const reading = readOnGold(scores, gold, scale, usable(input).used, method, seed);
    return {
      reading,
      all: categoryTable({ ...input, reading }, []).all,
      categories: categoryTable({ ...input, reading, subset: read }, categories).categories,
    };
  });
  const tests = {
    meanError: adjustOver(systems, 'meanErrorDifference'),
    pearson: adjustOver(systems, 'pearsonDifference'),
  };
  return { systems, tests };
}

/** Replaces the adjusted p-values of single systems by those over the table. @returns the tests of the family */
function adjustOver(systems: readonly SystemErrors[], name: Comparison): number {
  const family: CategoryRow[Comparison][] = systems.flatMap(({ categories }) =>
    categories.map((category) => category[name]),
  );
  const adjusted = holm(family.map(({ test }) => test.p ?? NaN));
  let made = 0;
  family.forEach((comparison, place) => {
    const { test } = comparison;
    if (test.p !== null) made++;
    comparison.adjusted = test.p === null ? undefinedEstimate(test.reason) : { value: adjusted[place]! };
  });
  return made;
}
