import { describe, expect, it, vi } from 'vitest';
import { Help } from '../../../src/app/help.svelte.ts';

const key = (name: string) => ({ key: name, ctrlKey: false, metaKey: false, altKey: false });

function helpOn(settings = new Map<string, unknown>()): Help {
  return new Help({
    getSetting: <T>(name: string) => Promise.resolve(settings.get(name) as T | undefined),
    putSetting: (name, value) => Promise.resolve(void settings.set(name, value)),
  });
}

describe('Help', () => {
  it('does what was offered last, until it is taken back', () => {
    const help = helpOn();
    const [first, second] = [vi.fn(), vi.fn()];
    expect(help.press(key('j'))).toBe(false);
    help.offer('nextPair', first);
    const takeBack = help.offer('nextPair', second);
    expect(help.press(key('j'))).toBe(true);
    takeBack();
    help.press(key('j'));
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 1]);
  });

  it('keeps over a visit that characters are no shortcuts; Escape stays one', async () => {
    const settings = new Map<string, unknown>();
    await helpOn(settings).setCharacterKeys(false);
    const help = helpOn(settings);
    await help.recall();
    help.offer('nextPair', () => {});
    help.offer('close', () => {});
    expect(help.press(key('j'))).toBe(false);
    expect(help.press(key('Escape'))).toBe(true);
  });
});
