import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { canonicalJson, embeddingsKey, runKey } from '../../../src/storage/runKey.ts';
import { approximateSizeBytes } from '../../../src/storage/sizes.ts';
import type { EncoderProvenance, Provenance } from '../../../src/storage/types.ts';
import { makeEncoder, makeProvenance } from './fixtures.ts';

/** The same value with the keys of every object in another order. */
function shuffled(value: unknown, seed: number): unknown {
  if (Array.isArray(value)) return value.map((item) => shuffled(item, seed));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, shuffled(item, seed)] as const);
  const turn = entries.length === 0 ? 0 : seed % entries.length;
  return Object.fromEntries([...entries.slice(turn), ...entries.slice(0, turn)].reverse());
}

const text = fc.string({ maxLength: 6 });
const provenances: fc.Arbitrary<Provenance> = fc.record({
  benchmark: text,
  parts: fc.array(fc.record({ key: text, contentHash: text }), { maxLength: 3 }),
  filter: text,
  pairs: fc.nat(),
  rated: fc.nat(),
  system: text,
  model: fc.option(fc.record({ id: text, revision: text })),
  frequencies: fc.option(fc.record({ id: text, sha256: text })),
  tokeniser: text,
  lowerCase: fc.boolean(),
  fittedOn: fc.option(text),
  measure: text,
  backend: fc.constantFrom('webgpu', 'wasm', 'cpu', 'none'),
  backendReason: text,
  dtype: text,
  pooling: text,
  maxTokens: fc.option(fc.nat()),
  libraries: fc.dictionary(text, text, { maxKeys: 4 }),
  appVersion: text,
});

describe('runKey', () => {
  it('is the sha256 of the canonical JSON without what follows from it', async () => {
    const { backendReason: _why, fittedOn: _what, ...identifying } = makeProvenance();
    void [_why, _what];
    expect(await runKey(makeProvenance())).toBe(
      createHash('sha256').update(canonicalJson(identifying)).digest('hex'),
    );
    expect(canonicalJson({ b: [1, { d: null, c: 'x' }], a: true })).toBe(
      '{"a":true,"b":[1,{"c":"x","d":null}]}',
    );
  });

  it('does not depend on the order of keys, nor on the reason for the backend or what was fitted', async () => {
    await fc.assert(
      fc.asyncProperty(provenances, fc.nat(), text, async (provenance, seed, said) => {
        const same = shuffled({ ...provenance, backendReason: said, fittedOn: said }, seed) as Provenance;
        expect(await runKey(same)).toBe(await runKey(provenance));
      }),
    );
  });

  it('changes with every identifying field', async () => {
    const fields = Object.keys(makeProvenance()).filter(
      (field) => field !== 'backendReason' && field !== 'fittedOn',
    );
    expect(fields).toHaveLength(17);
    await fc.assert(
      fc.asyncProperty(provenances, provenances, fc.constantFrom(...fields), async (one, other, field) => {
        const changed = { ...one, [field]: other[field as keyof Provenance] };
        const isSame =
          canonicalJson(one[field as keyof Provenance]) === canonicalJson(changed[field as keyof Provenance]);
        expect((await runKey(changed)) === (await runKey(one))).toBe(isSame);
      }),
      { numRuns: 500 },
    );
  });

  it('depends on whether there is an encoder, and on everything in it', async () => {
    const encoder = makeEncoder();
    const keys = [await runKey(makeProvenance()), await runKey(makeProvenance({ encoder }))];
    for (const field of Object.keys(encoder)) {
      keys.push(await runKey(makeProvenance({ encoder: { ...encoder, [field]: 'another' } })));
    }
    expect(new Set(keys).size).toBe(2 + 12);
    expect(await runKey(makeProvenance({ encoder: shuffled(encoder, 3) as EncoderProvenance }))).toBe(
      keys[1],
    );
  });

  it('depends on the order of the parts, which is the order of the scores', async () => {
    const parts = [
      { key: 'a', contentHash: '1' },
      { key: 'b', contentHash: '2' },
    ];
    expect(await runKey(makeProvenance({ parts }))).not.toBe(
      await runKey(makeProvenance({ parts: [...parts].reverse() })),
    );
  });

  it('refuses numbers that JSON would all write as null', async () => {
    for (const maxTokens of [NaN, Infinity]) {
      await expect(runKey(makeProvenance({ maxTokens }))).rejects.toMatchObject({
        code: 'provenance-not-json',
      });
    }
  });
});

describe('embeddingsKey', () => {
  it('is the sha256 of the canonical JSON of the provenance and the task', async () => {
    const provenance = makeEncoder();
    const key = await embeddingsKey(provenance, 'test@aa');
    expect(key).toBe(
      createHash('sha256')
        .update(canonicalJson({ provenance, taskKey: 'test@aa' }))
        .digest('hex'),
    );
    expect(await embeddingsKey(shuffled(provenance, 5) as EncoderProvenance, 'test@aa')).toBe(key);
  });

  it('changes with the task and with every field', async () => {
    const provenance = makeEncoder();
    const keys = [await embeddingsKey(provenance, 'test@aa'), await embeddingsKey(provenance, 'test@ab')];
    for (const field of Object.keys(provenance)) {
      keys.push(await embeddingsKey({ ...provenance, [field]: 'another' }, 'test@aa'));
    }
    expect(new Set(keys).size).toBe(2 + 12);
  });
});

describe('approximateSizeBytes', () => {
  it('counts characters by their width, numbers, names and buffers', () => {
    expect(approximateSizeBytes('caf\u00e9')).toBe(4);
    expect(approximateSizeBytes('\u0645\u0631\u062d\u0628\u0627')).toBe(10);
    expect(approximateSizeBytes([1, null, 'ab'])).toBe(8 + 1 + 2);
    expect(approximateSizeBytes({ ab: true, c: undefined })).toBe(2 + 1 + 1 + 1);
    expect(approximateSizeBytes({ v: new Float64Array(3), r: new Uint8Array(3) })).toBe(1 + 24 + 1 + 3);
  });
});
