import { describe, expect, it } from 'vitest';
import { pearson } from '../../../../src/evaluation/correlation.ts';
import { loadTask, mirror, withoutMirror } from '../../support.ts';
import { built, loadTokenizer, notBuilt, readBuilt } from './files.ts';
import { cosines, loadOnnx } from './onnx.ts';

const BATCH = 64;
const DIMENSION = 512;
const PATIENCE_MS = 240_000;

/** Pearson x 100 of the cosines on the track in English, sentences in batches of like lengths. */
async function track5(file: string): Promise<number> {
  const embed = await loadOnnx(readBuilt(file));
  const tokenise = loadTokenizer();
  const { pairs, gold } = await loadTask('sts2017', { set: 'track5.en-en' });
  const sides = [...pairs.map(({ sentence1 }) => sentence1), ...pairs.map(({ sentence2 }) => sentence2)];
  const rows = sides.map((sentence, index) => ({ index, ids: tokenise(sentence) }));
  rows.sort((a, b) => a.ids.length - b.ids.length);
  const vectors = new Float32Array(sides.length * DIMENSION);
  for (let start = 0; start < rows.length; start += BATCH) {
    const batch = rows.slice(start, start + BATCH);
    const found = await embed(batch.map(({ ids }) => ids));
    batch.forEach(({ index }, i) =>
      vectors.set(found.subarray(i * DIMENSION, (i + 1) * DIMENSION), index * DIMENSION),
    );
  }
  const half = pairs.length * DIMENSION;
  return 100 * pearson(cosines(vectors.subarray(0, half), vectors.subarray(half)), gold).value!;
}

describe.skipIf(!built || mirror === '')(
  `Pearson x 100 of use-lite on track 5${notBuilt}${withoutMirror}`,
  { timeout: PATIENCE_MS },
  () => {
    it('is 82.33 within 0.02 at fp32, and within 0.3 of it at q8 and int8w', async () => {
      const fp32 = await track5('onnx/model.onnx');
      expect(Math.abs(fp32 - 82.33)).toBeLessThan(0.02);
      expect(Math.abs((await track5('onnx/model_quantized.onnx')) - fp32)).toBeLessThan(0.3);
      expect(Math.abs((await track5('onnx/model_int8w.onnx')) - fp32)).toBeLessThan(0.3);
    });
  },
);
