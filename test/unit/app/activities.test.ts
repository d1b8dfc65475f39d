import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Activities } from '../../../src/app/activities.svelte.ts';
import { held } from '../support.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Whether the wait is over after so many milliseconds more. */
function waitOf(activities: Activities): (ms: number) => Promise<boolean> {
  let isOver = false;
  void activities.quiet(1_000, 10_000).then(() => (isOver = true));
  return async (ms) => {
    await vi.advanceTimersByTimeAsync(ms);
    return isOver;
  };
}

describe('quiet', () => {
  it('waits a while even where nothing goes on: what begins a page has gaps', async () => {
    const isOver = waitOf(new Activities());
    expect(await isOver(900)).toBe(false);
    expect(await isOver(300)).toBe(true);
  });

  it('waits for what goes on, and a while after it; what comes in between begins the wait anew', async () => {
    const activities = new Activities();
    const isOver = waitOf(activities);
    for (let piece = 0; piece < 2; piece++) {
      const end = held<void>();
      const work = activities.runHere('Reading', () => end.promise);
      expect(await isOver(1_500)).toBe(false);
      end.resolve();
      await work;
      expect(await isOver(600)).toBe(false);
    }
    expect(await isOver(600)).toBe(true);
  });

  it('does not wait for ever', async () => {
    const activities = new Activities();
    const isOver = waitOf(activities);
    void activities.runHere('Running', () => new Promise(() => {}));
    expect(await isOver(9_500)).toBe(false);
    expect(await isOver(700)).toBe(true);
  });
});
