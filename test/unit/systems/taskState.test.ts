import { describe, expect, it } from 'vitest';
import { remember } from '../../../src/systems/taskState.ts';
import { held, noReport, stateOf, taskOf } from '../support.ts';

describe('remember', () => {
  it('shares work in flight and keeps its result', async () => {
    const cache = new Map<string, Promise<number>>();
    const work = held<number>();
    let made = 0;
    const make = (): Promise<number> => (made++, work.promise);
    const both = Promise.all([remember(cache, 'a', make), remember(cache, 'a', make)]);
    work.resolve(7);
    expect(await both).toEqual([7, 7]);
    expect(await remember(cache, 'a', make)).toBe(7);
    expect(made).toBe(1);
    await remember(cache, 'b', make);
    expect(made).toBe(2);
  });

  it('forgets a failure, so that the next try works', async () => {
    const cache = new Map<string, Promise<number>>();
    await expect(remember(cache, 'a', () => Promise.reject(new Error('offline')))).rejects.toThrow('offline');
    expect(await remember(cache, 'a', async () => 7)).toBe(7);
  });

  it('a failure that comes late does not take away a newer entry', async () => {
    const cache = new Map<string, Promise<number>>();
    const late = held<number>();
    const first = remember(cache, 'a', () => late.promise);
    const newer = Promise.resolve(8);
    cache.set('a', newer);
    late.reject(new Error('late'));
    await expect(first).rejects.toThrow('late');
    expect(cache.get('a')).toBe(newer);
  });
});

describe('TaskState', () => {
  it('keeps one index for each tokenisation, and one set of groups for each fit', async () => {
    const state = stateOf(taskOf({ dev: [['A b', 'a']], test: [['c', 'a']] }));
    const words = { tokeniser: 'words', lowerCase: true, punctuation: 'drop' } as const;
    expect(await state.tokens(words)).toBe(await state.tokens({ ...words }));
    expect((await state.tokens({ ...words, lowerCase: false })).vocabulary).toEqual(['A', 'b', 'a', 'c']);
    expect((await state.tokens(words)).vocabulary).toEqual(['a', 'b', 'c']);
    expect(state.groups('part')).toBe(state.groups('part'));
    expect(state.groups('part').length).toBe(2);
    expect(state.groups('all').length).toBe(1);
  });

  it('does not mix up the rows of two sets of vectors or two revisions of one', async () => {
    const state = stateOf(taskOf({ test: [['a', 'b']] }));
    const words = { tokeniser: 'words', lowerCase: true, punctuation: 'drop' } as const;
    const asked: string[] = [];
    const vectors = (id: string, revision: string) => ({
      id,
      revision,
      dimension: 1,
      rowsFor: async () => {
        asked.push(id + revision);
        return { dimension: 1, rows: new Float32Array(2), known: new Uint8Array(2) };
      },
    });
    for (const [id, revision] of [
      ['x', '1'],
      ['x', '2'],
      ['y', '1'],
      ['x', '1'],
    ] as const) {
      await state.words(words, vectors(id, revision), noReport);
    }
    expect(asked).toEqual(['x1', 'x2', 'y1']);
  });
});
