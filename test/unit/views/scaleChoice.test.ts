import { describe, expect, it } from 'vitest';
import { choiceOf, scaleOf, SCALES } from '../../../src/views/Data/scaleChoice.ts';

describe('the gold scale in the form', () => {
  it('is the suggested one until another is chosen', () => {
    for (const scale of SCALES) expect(scaleOf(choiceOf(scale))).toEqual(scale);
    expect(scaleOf(choiceOf(null))).toBeNull();
  });

  it.each([
    ['0', '100', [0, 100]],
    [' -1', '1 ', [-1, 1]],
    ['', '5', null],
    ['5', '0', null],
    ['1', '1', null],
    ['0', 'Infinity', null],
    ['low', 'high', null],
  ])('of one\'s own, from "%s" to "%s", is %j', (low, high, scale) => {
    expect(scaleOf({ name: 'other', low, high })).toEqual(scale);
  });
});
