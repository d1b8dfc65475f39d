import { describe, expect, it } from 'vitest';
import { megabytes } from '../../../src/views/format.ts';

describe('megabytes', () => {
  it.each([
    [0, '0 kB'],
    [90_000, '90 kB'],
    [863_163, '0.9 MB'],
    [5_477_444, '5.5 MB'],
    [38_442_754, '38 MB'],
    [1.2e9, '1.2 GB'],
    [10_818_000_000, '10.8 GB'],
  ])('%d bytes are %s', (bytes, text) => {
    expect(megabytes(bytes)).toBe(text);
  });
});
