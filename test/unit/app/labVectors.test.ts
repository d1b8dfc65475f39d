import { describe, expect, it } from 'vitest';
import { LabVectors } from '../../../src/app/labVectors.ts';
import type { EncoderFacts, FewVectors } from '../../../src/compute/encoders/types.ts';
import { Cancelled, Failure } from '../../../src/failure.ts';
import { defaultSpec, parseSystem } from '../../../src/systems/registry.ts';
import { held } from '../support.ts';

const spec = defaultSpec('transformer');
const fresh = (): boolean => false;
/** A vector tells the sentence's length. */
const vectorsOf = (sentences: readonly string[]): FewVectors => ({
  vectors: Float32Array.from(sentences.flatMap((sentence) => [sentence.length, 1])),
  facts: { dimension: 2 } as EncoderFacts,
});

function recording(answer: (sentences: readonly string[]) => Promise<FewVectors | null>) {
  const asked: string[][] = [];
  return {
    asked,
    encoders: {
      embedFew: (_: unknown, sentences: readonly string[]) => {
        asked.push([...sentences]);
        return answer(sentences);
      },
    },
  };
}

describe('LabVectors', () => {
  it('asks for each sentence once, and gives the rows in the order of the question', async () => {
    const { asked, encoders } = recording(async (sentences) => vectorsOf(sentences));
    const vectors = new LabVectors(encoders);
    const first = await vectors.of(spec, ['ab', 'abc', 'ab'], 'model', fresh);
    expect([...first!.vectors]).toEqual([2, 1, 3, 1, 2, 1]);
    const second = await vectors.of(spec, ['abcd', 'ab'], 'model', fresh);
    expect([...second!.vectors]).toEqual([4, 1, 2, 1]);
    expect(asked).toEqual([['ab', 'abc'], ['abcd']]);
  });

  it('another measure is the same encoder; another model in memory is not', async () => {
    const { asked, encoders } = recording(async (sentences) => vectorsOf(sentences));
    const vectors = new LabVectors(encoders);
    await vectors.of(spec, ['a'], 'model', fresh);
    await vectors.of(parseSystem('transformer:use-lite(measure=dot)'), ['a'], 'model', fresh);
    expect(asked).toHaveLength(1);
    await vectors.of(spec, ['a'], 'other files', fresh);
    await vectors.of(parseSystem('transformer:use-lite(dtype=q8)'), ['a'], 'other files', fresh);
    expect(asked).toHaveLength(3);
  });

  it('one question at a time; one that nobody waits for any more is not asked', async () => {
    const answers = [held<FewVectors>(), held<FewVectors>()];
    let at = 0;
    const { asked, encoders } = recording(() => answers[at++]!.promise);
    const vectors = new LabVectors(encoders);
    const running = vectors.of(spec, ['a'], 'model', fresh);
    const stale = vectors.of(spec, ['b'], 'model', () => true);
    const newest = vectors.of(spec, ['c'], 'model', fresh);
    stale.catch(() => {});
    await Promise.resolve();
    answers[0]!.resolve(vectorsOf(['a']));
    await running;
    await expect(stale).rejects.toBeInstanceOf(Cancelled);
    answers[1]!.resolve(vectorsOf(['c']));
    expect([...(await newest)!.vectors]).toEqual([1, 1]);
    expect(asked).toEqual([['a'], ['c']]);
  });

  it('many sentences go in batches, between which it stops where it is stale', async () => {
    const { asked, encoders } = recording(async (sentences) => vectorsOf(sentences));
    const vectors = new LabVectors(encoders);
    const many = Array.from({ length: 40 }, (_, i) => `s${i}`);
    await expect(vectors.of(spec, many, 'model', () => asked.length > 0)).rejects.toBeInstanceOf(Cancelled);
    expect(asked).toHaveLength(1);
    // What was encoded before it stopped is kept.
    await vectors.of(spec, many, 'model', fresh);
    expect(asked.flat().sort()).toEqual([...many].sort());
  });

  it('says that no model is ready, and a failure does not stand in the way of the next question', async () => {
    const { encoders } = recording(async () => null);
    expect(await new LabVectors(encoders).of(spec, ['a'], 'model', fresh)).toBeNull();
    let fails = true;
    const failing = recording(async (sentences) => {
      if (fails) throw new Failure('bad-rows', 'A row is zero.', 'Try again.');
      return vectorsOf(sentences);
    });
    const vectors = new LabVectors(failing.encoders);
    await expect(vectors.of(spec, ['a'], 'model', fresh)).rejects.toThrow('A row is zero.');
    fails = false;
    expect((await vectors.of(spec, ['a'], 'model', fresh))!.dimension).toBe(2);
  });
});
