import { describe, expect, it } from 'vitest';
import { systemsOf } from '../../../src/app/linkSystems.ts';
import type { SystemEntry } from '../../../src/app/systemEntry.svelte.ts';

const entry = (uid: number): SystemEntry => ({ uid }) as SystemEntry;

describe('systemsOf', () => {
  /** The second text of the link's list was no system's. */
  const { uidAt, uidsAt } = systemsOf([entry(7), null, entry(9)]);

  it.each([
    [0, 7],
    [1, null],
    [2, 9],
    [3, null],
    [null, null],
  ])('place %s is of %s', (place, uid) => {
    expect(uidAt(place)).toBe(uid);
  });

  it('leaves out places that are of none', () => {
    expect(uidsAt([2, 1, 5, 0])).toEqual(new Set([9, 7]));
  });
});
