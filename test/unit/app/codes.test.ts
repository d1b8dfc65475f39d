import { describe, expect, it } from 'vitest';
import { codeSentences, comparedScores } from '../../../src/app/codeSentences.ts';
import { Codes } from '../../../src/app/codes.svelte.ts';
import { defaultSpec, parseSystem, systemId } from '../../../src/systems/registry.ts';
import { MISSING_REASONS } from '../../../src/systems/types.ts';

function storeOf(settings = new Map<string, unknown>()): Codes['store'] & { settings: Map<string, unknown> } {
  return {
    settings,
    getSetting: async <T>(key: string) => settings.get(key) as T | undefined,
    putSetting: async (key, value) => void settings.set(key, value),
    listSettings: async (prefix) => new Map([...settings].filter(([key]) => key.startsWith(prefix))),
  };
}

describe('Codes', () => {
  it('keep code over a reload, and forget it', async () => {
    const store = storeOf();
    const codes = new Codes(store);
    await codes.save('mine', 'export const batcher = 1;');
    await codes.save('a (second) one', 'export const batcher = 2;');
    await codes.keepDraft({ name: 'draft', source: 'x', openedAs: null });
    await codes.allow(5);
    const later = new Codes(store);
    await later.recall();
    expect(later.saved.map(({ name, source }) => [name, source])).toEqual(
      codes.saved.map(({ name, source }) => [name, source]),
    );
    expect(later.draft).toEqual({ name: 'draft', source: 'x', openedAs: null });
    expect(later.timeoutSeconds).toBe(5);
    await later.forget('mine');
    const last = new Codes(store);
    await last.recall();
    expect(last.saved.map(({ name }) => name)).toEqual(['a (second) one']);
  });

  it('name a system by the hash of its source, in an id that is read back', async () => {
    const codes = new Codes(storeOf());
    const spec = await codes.systemOf('my (best) code, no. 1', 'export const batcher = 1;');
    expect(spec.parameters.revision).toMatch(/^[0-9a-f]{8}$/);
    expect(parseSystem(systemId(spec))).toEqual(spec);
    const other = await codes.systemOf('my (best) code, no. 1', 'export const batcher = 2;');
    expect(other.parameters.revision).not.toBe(spec.parameters.revision);
  });

  it('keep the measure of the system that they replace', async () => {
    const codes = new Codes(storeOf());
    const before = await codes.systemOf('mine', '1');
    const like = { ...before, parameters: { ...before.parameters, measure: 'manhattan' } };
    expect((await codes.systemOf('mine', '2', like)).parameters.measure).toBe('manhattan');
  });

  it('find a source in the page or in the browser, of the right revision only', async () => {
    const store = storeOf();
    const codes = new Codes(store);
    const unsaved = await codes.systemOf('mine', 'first');
    expect((await codes.sourceOf(unsaved)).source).toBe('first');
    await codes.save('mine', 'second');
    const later = new Codes(store);
    await expect(later.sourceOf(unsaved)).rejects.toMatchObject({
      code: 'code-not-here',
      what: expect.stringContaining('another revision') as string,
    });
    const spec = await new Codes(storeOf()).systemOf('mine', 'second');
    expect((await later.sourceOf(spec)).source).toBe('second');
    await expect(later.sourceOf(defaultSpec('code'))).rejects.toMatchObject({ code: 'code-not-here' });
    await later.forget('mine');
    await expect(later.sourceOf(spec)).rejects.toMatchObject({
      what: expect.stringContaining('is not in this browser') as string,
    });
  });

  it('refuse names and time-outs that are none', async () => {
    const codes = new Codes(storeOf());
    for (const name of ['', ' ', ' a', 'x'.repeat(61), 'a\nb']) {
      await expect(codes.save(name, 'x')).rejects.toMatchObject({ code: 'bad-code-name' });
    }
    await expect(codes.save('long', 'x'.repeat(1_000_001))).rejects.toMatchObject({ code: 'code-too-long' });
    for (const seconds of [0, -1, NaN, Infinity]) {
      await expect(codes.allow(seconds)).rejects.toMatchObject({ code: 'bad-code-timeout' });
    }
    expect(codes.timeoutSeconds).toBe(60);
    expect(codes.saved).toEqual([]);
  });
});

describe('what code gets of a task', () => {
  const task = {
    sentences: ['one', ' ', 'two', 'three'],
    first: Int32Array.of(0, 1, 2),
    second: Int32Array.of(2, 3, 3),
  };

  it('are the sentences that are not blank, and the pairs of them', () => {
    const given = codeSentences(task);
    expect(given.sentences).toEqual(['one', 'two', 'three']);
    expect([...given.rowOf]).toEqual([0, -1, 1, 2]);
    expect([...given.pairs]).toEqual([0, 2]);
    expect([...given.first]).toEqual([0, 1]);
    expect([...given.second]).toEqual([1, 2]);
  });

  it('gives every pair a score or a reason', () => {
    const spec = defaultSpec('code');
    const compared = Float64Array.of(0.5, NaN);
    const { scores } = comparedScores(task, codeSentences(task), { compared }, spec);
    expect([...scores.values]).toEqual([0.5, NaN, NaN]);
    expect([...scores.reasons].map((reason) => MISSING_REASONS[reason])).toEqual([
      'scored',
      'empty text',
      'measure not defined',
    ]);
    const zero = { ...spec, parameters: { ...spec.parameters, missing: 'zero' } };
    const asZero = comparedScores(task, codeSentences(task), { compared }, zero);
    expect([...asZero.scores.values]).toEqual([0.5, 0, 0]);
    expect(asZero.notes).toHaveLength(2);
  });
});
