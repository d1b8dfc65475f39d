import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findEntry, partName } from '../../../src/benchmarks/catalogue.ts';
import { publishedFor, standing, standingText } from '../../../src/benchmarks/published.ts';

const track5 = publishedFor('sts2017', ['test/track5.en-en'])!;

describe('published figures', () => {
  it('has 44 entries and the baseline for every track, each part of the benchmark', () => {
    for (const part of findEntry('sts2017').parts.map(partName)) {
      const table = publishedFor('sts2017', [part])!;
      expect(table.systems).toHaveLength(45);
      expect(table.measure).toBe('pearson');
      expect(new Set(table.systems.map(({ name }) => name)).size).toBe(45);
    }
  });

  it('sorts best first and keeps who was late', () => {
    expect(track5.systems[0]).toEqual({ name: 'RTV run 3', hundredfold: 85.47, late: false });
    expect(track5.systems.find(({ name }) => name === 'BIT run 1')).toMatchObject({
      hundredfold: 84,
      late: true,
    });
    track5.systems.forEach(({ hundredfold }, place) => {
      expect(hundredfold).toBeLessThanOrEqual(track5.systems[place - 1]?.hundredfold ?? Infinity);
    });
  });

  it('tells tracks 4a and 4b apart', () => {
    const baseline = (part: string): number | undefined =>
      publishedFor('sts2017', [part])!.systems.find(({ name }) => name === 'the baseline')?.hundredfold;
    expect(baseline('test/track4a.es-en')).toBe(62.2);
    expect(baseline('test/track4b.es-en')).toBe(3.2);
  });

  it('has five figures for STS-B test, by Spearman', () => {
    const table = publishedFor('stsbenchmark', ['test'])!;
    expect(table.measure).toBe('spearman');
    expect(table.systems.map(({ hundredfold }) => hundredfold)).toEqual([74.92, 68.03, 58.02, 46.35, 16.5]);
  });

  it('has none where not exactly one such part is open', () => {
    expect(publishedFor('sts2017', ['test/track5.en-en', 'test/track3.es-es'])).toBeNull();
    expect(publishedFor('sts2017', [])).toBeNull();
    expect(publishedFor('stsbenchmark', ['dev'])).toBeNull();
    expect(publishedFor('stsb-multi-mt', ['test/en'])).toBeNull();
    expect(publishedFor('contrast', ['all'])).toBeNull();
  });
});

describe('standing', () => {
  const text = (correlation: number): string => standingText(standing(correlation, track5), track5);

  it('names the neighbours with their figures', () => {
    expect(text(0.8398)).toBe('between BIT run 1 (84.00) and ECNU run 3 (83.87) on track 5');
  });

  it('compares the two decimals that are published', () => {
    expect(text(0.84003)).toBe('level with BIT run 1 (84.00) on track 5');
    expect(text(0.8541)).toMatch(/^level with RTV run 1 \(85.41\) and RTV run 2 \(85.41\) on/);
    expect(text(0.7278)).toContain('level with the baseline (72.78)');
  });

  it('counts a level figure neither as better nor as worse', () => {
    const { above, level, below } = standing(0.8541, track5);
    expect(level.map(({ name }) => name)).toEqual(['RTV run 1', 'RTV run 2']);
    expect([above!.name, below!.name]).toEqual(['RTV run 3', 'ECNU run 1']);
  });

  it('has words for both ends', () => {
    expect(text(0.9)).toBe('above all published figures, the best of them RTV run 3 (85.47), on track 5');
    expect(text(-0.2)).toMatch(/^below all published figures, the last of them .* \(-?[\d.]+\), on track 5$/);
  });
});

const shared = process.env.STS_DATA_DIR && join(process.env.STS_DATA_DIR, '..', 'published');
describe.skipIf(!shared)(
  `against the files the figures were copied from${shared ? '' : ' (skipped: no STS_DATA_DIR)'}`,
  () => {
    it('has every figure of every track as it stands there', () => {
      const source = JSON.parse(readFileSync(join(shared!, 'semeval-2017-task1.json'), 'utf8')) as {
        systems: { team: string; run: number; late: boolean; tracks: Record<string, number> }[];
      };
      expect(source.systems).toHaveLength(44);
      for (const part of findEntry('sts2017').parts.map(partName)) {
        const track = /track(\w+)\./.exec(part)![1]!;
        for (const { team, run, late, tracks } of source.systems) {
          const found = publishedFor('sts2017', [part])!.systems.find(
            ({ name }) => name === `${team} run ${run}`,
          );
          expect(found).toEqual({ name: `${team} run ${run}`, hundredfold: tracks[track], late });
        }
      }
    });
  },
);
