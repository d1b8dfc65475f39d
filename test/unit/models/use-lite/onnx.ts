import * as ort from 'onnxruntime-web';

const PAD = 8000;

/** Token ids, one row a sentence -> flat vectors. */
export type Embed = (rows: readonly (readonly number[])[], output?: string) => Promise<Float32Array>;

/** Runs an ONNX file of use-lite on onnxruntime's wasm, each call as one batch that is padded on the right. */
export async function loadOnnx(bytes: Uint8Array, pad = PAD): Promise<Embed> {
  ort.env.wasm.numThreads = 1;
  const session = await ort.InferenceSession.create(bytes, { executionProviders: ['wasm'] });
  return async (rows, output = 'sentence_embedding') => {
    const tokens = rows.reduce((longest, row) => Math.max(longest, row.length), 1);
    const ids = new BigInt64Array(rows.length * tokens).fill(BigInt(pad));
    const mask = new BigInt64Array(rows.length * tokens);
    rows.forEach((row, r) => {
      row.forEach((id, t) => {
        ids[r * tokens + t] = BigInt(id);
        mask[r * tokens + t] = 1n;
      });
    });
    const results = await session.run({
      input_ids: new ort.Tensor('int64', ids, [rows.length, tokens]),
      attention_mask: new ort.Tensor('int64', mask, [rows.length, tokens]),
    });
    return (await results[output]!.getData()) as Float32Array;
  };
}

/** The vectors of each row in a batch of its own. */
export async function alone(embed: Embed, rows: readonly (readonly number[])[]): Promise<Float32Array> {
  const parts: Float32Array[] = [];
  for (const row of rows) parts.push(await embed([row]));
  const all = new Float32Array(parts.length * 512);
  parts.forEach((part, i) => all.set(part, i * 512));
  return all;
}

export function maxDifference(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) return NaN;
  let largest = 0;
  // Math.max keeps NaN.
  for (let i = 0; i < a.length; i++) largest = Math.max(largest, Math.abs(a[i]! - b[i]!));
  return largest;
}

/** Cosines of the rows of a with the rows of b, row by row. */
export function cosines(a: Float32Array, b: Float32Array, dimension = 512): Float64Array {
  return Float64Array.from({ length: a.length / dimension }, (_, r) => {
    let [ab, aa, bb] = [0, 0, 0];
    for (let i = r * dimension; i < (r + 1) * dimension; i++) {
      ab += a[i]! * b[i]!;
      aa += a[i]! ** 2;
      bb += b[i]! ** 2;
    }
    return ab / Math.sqrt(aa * bb);
  });
}
