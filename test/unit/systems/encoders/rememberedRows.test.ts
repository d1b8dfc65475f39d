import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Cancelled } from '../../../../src/failure.ts';
import { rememberingVectors } from '../../../../src/systems/encoders/rememberedRows.ts';
import type { WordVectors } from '../../../../src/systems/encoders/types.ts';
import { held, inventedVector, noReport, vectorsFrom } from '../../support.ts';

/** Every word but those in x has a vector; `asked` lists each look-up. */
function counted(before: () => Promise<void> = async () => {}): { vectors: WordVectors; asked: string[][] } {
  const asked: string[][] = [];
  const vectors = vectorsFrom('hand', 4, (word) => (word.startsWith('x') ? null : inventedVector(word, 4)));
  return {
    asked,
    vectors: {
      ...vectors,
      async rowsFor(vocabulary, ...rest) {
        asked.push([...vocabulary]);
        await before();
        return { ...(await vectors.rowsFor(vocabulary, ...rest)), notes: ['one line was rejected'] };
      },
    },
  };
}

describe('remembered rows', () => {
  it('are looked up once, unknown words too', async () => {
    const { vectors, asked } = counted();
    const remembering = rememberingVectors(vectors);
    await remembering.rowsFor(['cat', 'xq'], noReport);
    const { known, notes } = await remembering.rowsFor(['xq', 'dog', 'cat'], noReport);
    expect([...known]).toEqual([0, 1, 1]);
    expect(notes).toEqual(['one line was rejected']);
    await remembering.rowsFor(['dog', 'xq'], noReport);
    expect(asked).toEqual([['cat', 'xq'], ['dog']]);
  });

  it('are those of the vectors, whatever is forgotten in between', async () => {
    const word = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'xa', 'xb');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.uniqueArray(word, { maxLength: 6 }), { maxLength: 8 }),
        fc.integer({ min: 0, max: 5 }),
        async (requests, most) => {
          const { vectors } = counted();
          const remembering = rememberingVectors(vectors, most);
          for (const request of requests) {
            const expected = await vectors.rowsFor(request, noReport);
            const found = await remembering.rowsFor(request, noReport);
            expect(found.rows).toEqual(expected.rows);
            expect(found.known).toEqual(expected.known);
          }
        },
      ),
    );
  });

  it('forget the words that were used longest ago', async () => {
    const { vectors, asked } = counted();
    const remembering = rememberingVectors(vectors, 2);
    await remembering.rowsFor(['a', 'b'], noReport);
    await remembering.rowsFor(['a', 'c'], noReport);
    await remembering.rowsFor(['a', 'c'], noReport);
    await remembering.rowsFor(['b'], noReport);
    expect(asked).toEqual([['a', 'b'], ['c'], ['b']]);
  });

  it('are looked up one request at a time; one that was cancelled meanwhile is not', async () => {
    const gate = held<void>();
    const { vectors, asked } = counted(() => gate.promise);
    const remembering = rememberingVectors(vectors);
    const controller = new AbortController();
    const first = remembering.rowsFor(['a'], noReport);
    const second = remembering.rowsFor(['b'], noReport, controller.signal);
    const third = remembering.rowsFor(['a', 'c'], noReport);
    controller.abort();
    gate.resolve();
    await expect(second).rejects.toBeInstanceOf(Cancelled);
    expect((await first).rows).toEqual((await third).rows.slice(0, 4));
    expect(asked).toEqual([['a'], ['c']]);
  });

  it('a look-up that fails is not remembered', async () => {
    let fail = true;
    const { vectors } = counted(async () => {
      if (fail) throw new Error('no network');
    });
    const remembering = rememberingVectors(vectors);
    await expect(remembering.rowsFor(['a'], noReport)).rejects.toThrow('no network');
    fail = false;
    expect([...(await remembering.rowsFor(['a'], noReport)).known]).toEqual([1]);
  });
});
