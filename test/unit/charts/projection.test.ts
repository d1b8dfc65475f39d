import { describe, expect, it } from 'vitest';
import { pixelX, pixelY, project } from '../../../src/charts/projection.ts';

const frame = { left: 100, top: 50, right: 600, bottom: 250, xMin: 0, xMax: 5, yMin: 0, yMax: 1 };

describe('project', () => {
  it('maps the corners of the data to those of the plot, with y upwards', () => {
    const { px, py, visible } = project(Float64Array.of(0, 5, 2.5), Float64Array.of(0, 1, 0.25), frame, NaN);
    expect([...px]).toEqual([100, 600, 350]);
    expect([...py]).toEqual([250, 50, 200]);
    expect(visible).toBe(3);
    expect([pixelX(2.5, frame), pixelY(0.25, frame)]).toEqual([350, 200]);
  });

  it('sends unrated pairs to the rug, on the height of their score, and does not count them', () => {
    const { px, py, visible } = project(Float64Array.of(NaN, NaN), Float64Array.of(0.5, NaN), frame, 90);
    expect([...px]).toEqual([90, NaN]);
    expect([...py]).toEqual([150, NaN]);
    expect(visible).toBe(0);
  });

  it('makes what is missing or out of the window NaN in both coordinates', () => {
    const x = Float64Array.of(1, 1, 6, -1, 1, Infinity);
    const y = Float64Array.of(NaN, 1.1, 0.5, 0.5, -Infinity, 0.5);
    const { px, py, visible } = project(x, y, frame, 90);
    expect([...px]).toEqual(Array(6).fill(NaN));
    expect([...py]).toEqual(Array(6).fill(NaN));
    expect(visible).toBe(0);
  });
});
