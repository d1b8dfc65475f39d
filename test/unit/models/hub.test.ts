import { describe, expect, it } from 'vitest';
import { HUB_MODELS, hubModel } from '../../../models/hub.ts';
import { DTYPES } from '../../../src/systems/transformer.ts';

describe('the catalogue of hub models', () => {
  it('has the eight that everybody asks for', () => {
    for (const name of [
      'all-MiniLM-L6-v2',
      'paraphrase-MiniLM-L3-v2',
      'all-MiniLM-L12-v2',
      'all-mpnet-base-v2',
      'bge-small-en-v1.5',
      'gte-small',
      'multilingual-e5-small',
      'paraphrase-multilingual-MiniLM-L12-v2',
    ]) {
      expect(hubModel(`Xenova/${name}`)?.title).toBe(name);
    }
    expect(hubModel('someone/else')).toBeUndefined();
  });

  it('names each once', () => {
    expect(new Set(HUB_MODELS.map(({ id }) => id)).size).toBe(HUB_MODELS.length);
  });

  it.each(HUB_MODELS.map((model) => [model.id, model] as const))(
    '%s states facts that can be true',
    (id, model) => {
      expect(id).toMatch(/^[\w.-]+\/[\w.-]+$/);
      expect(id.endsWith(`/${model.title}`)).toBe(true);
      expect([384, 768]).toContain(model.dimension);
      expect([128, 256, 384, 512, 4096]).toContain(model.maxTokens);
      expect(model.prefix).toBe(/e5/.test(id) ? 'query: ' : '');
      expect(model.pooling).toBe(/bge|arctic/.test(id) ? 'cls' : 'mean');
      const { fp32, fp16, ...others } = model.sizesBytes;
      expect(fp32! / fp16!).toBeCloseTo(2, 1);
      for (const [dtype, sizeBytes] of Object.entries(others)) {
        expect(DTYPES).toContain(dtype);
        expect(Number.isSafeInteger(sizeBytes)).toBe(true);
        expect(sizeBytes).toBeLessThan(fp32!);
      }
    },
  );
});
