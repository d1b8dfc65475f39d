import model from 'wink-eng-lite-web-model';
import { describe, expect, it, vi } from 'vitest';
import { startWink } from '../../../src/language/wink.ts';

describe('startWink', () => {
  it('can be started again and again: nothing of its model grows', () => {
    const asked = vi.spyOn(model as unknown as { metaCER(): unknown }, 'metaCER');
    for (const wanted of ['words', 'entities', 'words'] as const) {
      const { readDoc, its } = startWink(wanted);
      expect(readDoc('Two cats sleep.').tokens().out(its.value)).toEqual(['Two', 'cats', 'sleep', '.']);
    }
    expect(asked.mock.calls.length).toBeLessThanOrEqual(1);
    asked.mockRestore();
  });
});
