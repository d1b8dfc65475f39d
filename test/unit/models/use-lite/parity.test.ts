import { beforeAll, describe, expect, it } from 'vitest';
import { readNetwork } from '../../../../models/use-lite/weights.ts';
import { built, loadTokenizer, notBuilt, readBuilt } from './files.ts';
import { alone, cosines, loadOnnx, maxDifference, type Embed } from './onnx.ts';
import { loadReference } from './reference.ts';
import { SENTENCES } from './sentences.ts';

const DIMENSION = 512;
/** Two networks on wasm take a few seconds; a machine that is busy with the other tests, many more. */
const PATIENCE_MS = 240_000;

describe.skipIf(!built)(
  `use-lite as ONNX beside its TF.js graph${notBuilt}`,
  { timeout: PATIENCE_MS },
  () => {
    let fp32: Embed;
    let rows: number[][];
    /** The TF.js graph's vectors, all sentences in one batch. */
    let expected: Float32Array;

    beforeAll(async () => {
      const tokenise = loadTokenizer();
      rows = SENTENCES.map((text) => tokenise(text, false));
      expect(rows.some((row) => row.length > 128)).toBe(true);
      fp32 = await loadOnnx(readBuilt('onnx/model.onnx'));
      expected = await (await loadReference())(rows);
      expect(expected.length).toBe(SENTENCES.length * DIMENSION);
    }, PATIENCE_MS);

    /** What fits a small batch. */
    const short = () => rows.filter(({ length }) => length < 30);

    it('is equal within 1e-5 for 64 sentences, each alone', async () => {
      expect(maxDifference(await alone(fp32, rows), expected)).toBeLessThan(1e-5);
    });

    it('is equal within 1e-5 for 64 sentences, padded in one batch', async () => {
      expect(maxDifference(await fp32(rows), expected)).toBeLessThan(1e-5);
    });

    it('does not see what the padding holds', async () => {
      const zeros = await loadOnnx(readBuilt('onnx/model.onnx'), 0);
      const some = rows.filter(({ length }) => length < 30).slice(0, 16);
      expect(maxDifference(await zeros(some), await fp32(some))).toBe(0);
    });

    it('drops tokens beyond 128', async () => {
      const long = rows.find(({ length }) => length > 256)!;
      expect((await fp32([long], 'last_hidden_state')).length).toBe(128 * DIMENSION);
      expect(maxDifference(await fp32([long]), await fp32([long.slice(0, 128)]))).toBe(0);
      expect(maxDifference(await fp32([long]), await fp32([long.slice(0, 127)]))).toBeGreaterThan(1e-5);
      expect((await fp32([long.slice(0, 9)], 'last_hidden_state')).length).toBe(9 * DIMENSION);
    });

    it('gives vectors of length 1, and a finite one for a row without any token', async () => {
      const sentence = rows[7]!;
      const found = await fp32([[], sentence, []]);
      const vectors = [0, 1, 2].map((r) => found.subarray(r * DIMENSION, (r + 1) * DIMENSION));
      for (const vector of vectors)
        expect(Math.sqrt(vector.reduce((sum, x) => sum + x * x, 0))).toBeCloseTo(1, 5);
      expect(maxDifference(vectors[0]!, vectors[2]!)).toBe(0);
      expect(maxDifference(vectors[1]!, await fp32([sentence]))).toBeLessThan(1e-6);
    });

    it('gives a row without any token the vector of the TF.js graph', async () => {
      const three = [rows[7]!, [], rows[8]!];
      expect(maxDifference(await fp32(three), await (await loadReference())(three))).toBeLessThan(1e-5);
    });

    it('gives the tanh layer of the mean of last_hidden_state over the tokens', async () => {
      const { kernel, bias } = readNetwork().sentence;
      const some = short().slice(0, 12);
      const tokens = some.reduce((longest, row) => Math.max(longest, row.length), 1);
      const states = await fp32(some, 'last_hidden_state');
      const wanted = some.flatMap((row, r) => {
        const mean = Float64Array.from({ length: DIMENSION }, (_, i) => {
          const sum = row.reduce((total, _id, t) => total + states[(r * tokens + t) * DIMENSION + i]!, 0);
          return sum / row.length;
        });
        const layer = Array.from(bias, (shift, column) =>
          Math.tanh(mean.reduce((sum, x, i) => sum + x * kernel.values[i * kernel.columns + column]!, shift)),
        );
        const length = Math.sqrt(layer.reduce((sum, x) => sum + x * x, 0));
        return layer.map((x) => x / length);
      });
      expect(maxDifference(Float32Array.from(wanted), await fp32(some))).toBeLessThan(1e-6);
    });

    it('int8w: near fp32, and no vector depends on its batch', async () => {
      const int8w = await loadOnnx(readBuilt('onnx/model_int8w.onnx'));
      const single = await alone(int8w, short());
      expect(maxDifference(await int8w(short()), single)).toBeLessThan(1e-6);
      for (const cosine of cosines(single, await fp32(short()))) expect(cosine).toBeGreaterThan(0.998);
    });

    it('q8: near fp32, alone and in a batch, whatever the padding holds', async () => {
      const q8 = await loadOnnx(readBuilt('onnx/model_quantized.onnx'));
      const zeros = await loadOnnx(readBuilt('onnx/model_quantized.onnx'), 0);
      const exact = await fp32(short());
      const batch = await q8(short());
      for (const cosine of cosines(await alone(q8, short()), exact)) expect(cosine).toBeGreaterThan(0.995);
      for (const cosine of cosines(batch, exact)) expect(cosine).toBeGreaterThan(0.99);
      // Its rounding goes by the range of the whole batch, so padding must not widen it.
      expect(maxDifference(await zeros(short()), batch)).toBe(0);
    });
  },
);
