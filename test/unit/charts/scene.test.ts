import { describe, expect, it } from 'vitest';
import { optionsOf, rangesOf, rugX } from '../../../src/charts/options.ts';
import { assertLengths, needsRug, type Scene } from '../../../src/charts/scene.ts';

const series = (...values: number[]) => ({
  id: 'a',
  label: 'A',
  colour: 0,
  values: Float64Array.from(values),
});

const sceneOf = (gold: number[], ...values: number[]): Scene => ({
  series: [series(...values)],
  gold: Float64Array.from(gold),
  x: Float64Array.from(gold),
  goldScale: [0, 5],
  yMode: 'raw',
  xLabel: 'human',
  yLabel: 'score',
  selected: null,
  mask: null,
  tool: 'point',
  theme: { ink: '#000', muted: '#666', rule: '#ddd', surface: '#fff', fontFamily: 'serif' },
});

describe('assertLengths', () => {
  it('refuses scores of another benchmark', () => {
    expect(() => assertLengths([series(1, 2)], new Float64Array(3))).toThrow(/A has 2 scores for 3 pairs/);
    expect(() => assertLengths([series(1, 2)], new Float64Array(2))).not.toThrow();
  });
});

describe('needsRug', () => {
  it('is true only where an unrated pair has a score', () => {
    expect(needsRug([series(0.5, 0.5)], Float64Array.of(1, NaN))).toBe(true);
    expect(needsRug([series(0.5, NaN)], Float64Array.of(1, NaN))).toBe(false);
    expect(needsRug([series(0.5, 0.5)], Float64Array.of(1, 2))).toBe(false);
  });
});

describe('options', () => {
  it('give the axes finite ends when data is missing', () => {
    const ranges = rangesOf(sceneOf([NaN, 2], NaN, Infinity));
    expect(ranges.every(Number.isFinite)).toBe(true);
    const { scales } = optionsOf(sceneOf([NaN, 2], NaN, Infinity), ranges);
    expect([scales!.x!.min, scales!.y!.max]).toEqual([ranges[0], ranges[3]]);
  });

  it('make room for the rug between the axis and its labels', () => {
    const padding = (scene: Scene) => Number(optionsOf(scene, rangesOf(scene)).scales!.y!.ticks!.padding);
    const frame = { left: 100, top: 0, right: 200, bottom: 100, xMin: 0, xMax: 1, yMin: 0, yMax: 1 };
    const room = padding(sceneOf([NaN], 0.5)) - padding(sceneOf([1], 0.5));
    expect(rugX(frame, 0)).toBeLessThan(100);
    expect(rugX(frame, 0)).toBeGreaterThan(100 - room);
    expect(rugX(frame, 1)).toBeLessThan(rugX(frame, 0));
  });
});
