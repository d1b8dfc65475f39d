import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeRow, encodeShard } from '../../../../models/formats.ts';
import { nearestRows } from '../../../../src/compute/models/neighbours.ts';
import { shippedVectors } from '../../../../src/compute/models/shipped.ts';
import { fakeHost, noReport } from '../../support.ts';
import { tinyVectors } from '../tinyModel.ts';

const FOLDER = 'https://page.test/models/tiny/';
const shardOf = (rows: number[][]) => ({
  bytes: encodeShard(rows, 2).buffer,
  words: rows.length,
  dimension: 2,
});

describe('nearestRows', () => {
  it('orders by the angle, whatever the lengths, over all shards', () => {
    const shards = [
      shardOf([
        [1, 0],
        [0, 5],
      ]),
      shardOf([
        [3, 3],
        [-1, 0],
      ]),
    ];
    const found = nearestRows(shards, Float32Array.of(2, 0), 3, () => true);
    expect(found.map(({ row }) => row)).toEqual([0, 2, 1]);
    expect(found.map(({ similarity }) => similarity)).toEqual([1, expect.closeTo(Math.SQRT1_2, 2), 0]);
    expect(nearestRows(shards, Float32Array.of(2, 0), 3, (row) => row > 0).map(({ row }) => row)).toEqual([
      2, 1, 3,
    ]);
  });

  it('a zero vector is near nothing, on either side', () => {
    const shards = [
      shardOf([
        [0, 0],
        [1, 1],
      ]),
    ];
    expect(nearestRows(shards, Float32Array.of(0, 0), 2, () => true)).toEqual([]);
    expect(nearestRows(shards, Float32Array.of(1, 0), 2, () => true).map(({ row }) => row)).toEqual([1]);
  });

  it('gives what sorting all cosines gives', () => {
    const component = fc.integer({ min: -9, max: 9 });
    const row = fc.tuple(component, component);
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 1, maxLength: 20 }),
        row,
        fc.integer({ min: 1, max: 5 }),
        (rows, vector, count) => {
          const shard = shardOf(rows);
          const asked = Float32Array.from(vector);
          const cosines = rows.flatMap((_, r) => {
            const own = new Float32Array(2);
            decodeRow(shard.bytes, rows.length, 2, r, own, 0);
            const cosine =
              (own[0]! * asked[0]! + own[1]! * asked[1]!) / (Math.hypot(...own) * Math.hypot(...asked));
            return Number.isNaN(cosine) ? [] : [cosine];
          });
          const expected = cosines.sort((a, b) => b - a).slice(0, count);
          const found = nearestRows([shard], asked, count, () => true).map(({ similarity }) => similarity);
          expect(found).toHaveLength(expected.length);
          found.forEach((similarity, i) => expect(similarity).toBeCloseTo(expected[i]!, 5));
        },
      ),
    );
  });
});

describe('neighbours of a word in shipped vectors', () => {
  const tiny = tinyVectors(
    'tiny',
    { cat: [1, 0.1], dog: [1, 0.2], '12': [1, 0.15], river: [0, 1], kitten: [1, 0.06], x: [1, 0.1] },
    2,
  );
  const open = () => shippedVectors(tiny.model, FOLDER, fakeHost(FOLDER, tiny.site).fetch, noReport);

  it('are words, nearest first, without itself, numbers and single letters', async () => {
    const found = await (await open()).neighbours!('cat', 5, noReport);
    expect(found.map(({ word }) => word)).toEqual(['kitten', 'dog', 'river']);
    expect(found[0]!.similarity).toBeGreaterThan(0.99);
  });

  it('there are none of a word without a vector', async () => {
    expect(await (await open()).neighbours!('zebra', 5, noReport)).toEqual([]);
  });
});
