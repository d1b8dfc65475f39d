import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { labelsOf, withAdded, withRemoved, type Correction } from '../../../src/app/corrections.ts';
import { CATEGORIES, type CategoryId, type CategoryLabel } from '../../../src/errors/types.ts';

const HASH = 'a'.repeat(64);
const found = (category: CategoryId, rule = `${category}/rule`): CategoryLabel => ({
  category,
  rule,
  because: `It is ${category}.`,
  spans: [{ sentence: 0, start: 0, end: 3 }],
});
const names = (labels: readonly { category: CategoryId }[]): CategoryId[] =>
  labels.map(({ category }) => category);

describe('labelsOf', () => {
  it('is what the rules found where nobody corrected it', () => {
    const pair = labelsOf([found('negation'), found('length')], undefined);
    expect(names(pair.labels)).toEqual(['negation', 'length']);
    expect(pair.labels.every(({ corrected }) => !corrected)).toBe(true);
    expect(pair).toMatchObject({ read: true, removed: [] });
  });

  it('takes out what a person removed, whatever rule finds it, and adds what they added, in order', () => {
    const correction: Correction = {
      contentHash: HASH,
      added: ['word sense'],
      removed: [{ category: 'negation', rule: 'negation/an older rule' }],
    };
    const pair = labelsOf([found('negation'), found('length')], correction);
    expect(names(pair.labels)).toEqual(['word sense', 'length']);
    expect(pair.labels[0]).toEqual({ category: 'word sense', found: null, corrected: true });
    expect(names(pair.removed)).toEqual(['negation']);
  });

  it('does not count a correction that the rules agree with', () => {
    const pair = labelsOf([found('antonym')], {
      contentHash: HASH,
      added: ['antonym'],
      removed: [{ category: 'number', rule: 'number/value' }],
    });
    expect(names(pair.labels)).toEqual(['antonym']);
    expect(pair.labels[0]!.found).not.toBeNull();
  });

  it('of a pair that was not read, holds what a person added', () => {
    expect(labelsOf(null, undefined)).toEqual({ read: false, labels: [], removed: [] });
    const pair = labelsOf(null, { contentHash: HASH, added: ['entity'], removed: [] });
    expect(pair.read).toBe(false);
    expect(names(pair.labels)).toEqual(['entity']);
  });
});

describe('corrections', () => {
  const labels = [found('negation'), found('entity')];

  it('a removed label put back leaves no correction, and so does an added one removed', () => {
    const removed = withRemoved(undefined, labelsOf(labels, undefined).labels[0]!, HASH);
    expect(removed).toEqual({
      contentHash: HASH,
      added: [],
      removed: [{ category: 'negation', rule: 'negation/rule' }],
    });
    expect(withAdded(removed!, 'negation', HASH)).toBeNull();
    const added = withAdded(undefined, 'number', HASH)!;
    const [label] = labelsOf(labels, added).labels.filter(({ category }) => category === 'number');
    expect(withRemoved(added, label!, HASH)).toBeNull();
  });

  it('whatever is pressed in whatever order: what shows is what was pressed last, each category once', () => {
    const press = fc.record({
      category: fc.constantFrom(...CATEGORIES.map(({ id }) => id)),
      add: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.subarray([...CATEGORIES]), fc.array(press, { maxLength: 30 }), (categories, presses) => {
        const rules = categories.map(({ id }) => found(id));
        const expected = new Set(categories.map(({ id }) => id));
        let correction: Correction | null = null;
        for (const { category, add } of presses) {
          const label = labelsOf(rules, correction ?? undefined).labels.find(
            (shown) => shown.category === category,
          );
          if (add && !label) correction = withAdded(correction ?? undefined, category, HASH);
          if (!add && label) correction = withRemoved(correction ?? undefined, label, HASH);
          if (add) expected.add(category);
          else expected.delete(category);
        }
        const pair = labelsOf(rules, correction ?? undefined);
        expect(new Set(names(pair.labels))).toEqual(expected);
        expect(pair.labels).toHaveLength(expected.size);
        const changed = CATEGORIES.filter(
          (category) => expected.has(category.id) !== categories.includes(category),
        );
        expect(correction === null).toBe(changed.length === 0);
      }),
    );
  });
});
