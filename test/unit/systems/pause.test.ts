import { afterEach, describe, expect, it, vi } from 'vitest';
import { pause } from '../../../src/systems/pause.ts';

afterEach(() => vi.useRealTimers());

describe('pause', () => {
  it('lets messages in that wait', async () => {
    const { port1, port2 } = new MessageChannel();
    const heard = new Promise<void>((resolve) => (port1.onmessage = () => resolve()));
    let cancelled = false;
    void heard.then(() => (cancelled = true));
    port2.postMessage(null);
    for (let i = 0; i < 20 && !cancelled; i++) await pause();
    expect(cancelled).toBe(true);
    port1.close();
  });

  it('needs no timer: those of a hidden tab hardly run', async () => {
    vi.useFakeTimers();
    await pause();
    expect(vi.getTimerCount()).toBe(0);
  });
});
