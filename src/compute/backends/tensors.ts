import type { SegmentSummer, Segments, WeightedTable, WordRows } from '../../systems/encoders/types.ts';
import type { BackendName } from './types.ts';

type TensorFlow = typeof import('@tensorflow/tfjs-core');
type Tensor2D = ReturnType<TensorFlow['tensor2d']>;

/** The largest padded block that WebGPU gathers at once, in rows of the word table. */
const GATHERED_ROWS = 65_536;

/**
 * Starts a TF.js backend and wraps it as a segment summer. TF.js and each backend load only when asked for.
 * @throws Error where the browser can't run the backend; the message is TF.js's own
 */
export async function startBackend(name: BackendName): Promise<SegmentSummer> {
  const tf = await import('@tensorflow/tfjs-core');
  if (name === 'webgpu') await import('@tensorflow/tfjs-backend-webgpu');
  else if (name === 'cpu') await import('@tensorflow/tfjs-backend-cpu');
  else await loadWasm(tf);
  const previous = tf.getBackend();
  if (!(await tf.setBackend(name)) || tf.getBackend() !== name) {
    if (previous) await tf.setBackend(previous);
    throw new Error(`TF.js could not start its ${name} backend.`);
  }
  await tf.ready();
  // TF.js computes on one backend at a time, whichever was set last; so each use says again which one it is on.
  const select = (): void => {
    void tf.setBackend(name);
  };
  const weigh = weigher(tf, name, select);
  return {
    backend: name,
    table: async (words, weights) =>
      (name === 'webgpu' ? gathered : segmented)(tf, select, words, weigh(words, weights)),
  };
}

async function loadWasm(tf: TensorFlow): Promise<void> {
  const [{ setWasmPaths }, simd, plain] = await Promise.all([
    import('@tensorflow/tfjs-backend-wasm'),
    import('@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm?url'),
    import('@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm.wasm?url'),
  ]);
  // A segment sum is bound by memory: threads bring nothing here, and they would need a third binary.
  tf.env().set('WASM_HAS_MULTITHREAD_SUPPORT', false);
  setWasmPaths({
    'tfjs-backend-wasm.wasm': plain.default,
    'tfjs-backend-wasm-simd.wasm': simd.default,
    'tfjs-backend-wasm-threaded-simd.wasm': simd.default,
  });
}

/** Word rows times weights on the backend, and how to let go of them. */
interface Weighted {
  table: Tensor2D;
  dispose(): void;
}

/**
 * Rows times weights, once for the vocabulary instead of once for every token. The rows of the last vocabulary stay
 * on the backend, so that a run with other weights uploads only those. WebGPU gets one zero row more, at which its
 * padding points.
 */
function weigher(
  tf: TensorFlow,
  name: BackendName,
  select: () => void,
): (words: WordRows, weights: Float32Array | null) => Weighted {
  const extra = name === 'webgpu' ? 1 : 0;
  let held: { words: WordRows; table: Tensor2D } | null = null;

  function hold(words: WordRows): Tensor2D {
    if (held?.words === words) return held.table;
    held?.table.dispose();
    held = { words, table: tensorOf(tf, words.rows, words, extra) };
    return held.table;
  }

  return (words, weights) => {
    select();
    // Held outside of `tidy`, which disposes of all that is made inside.
    const rows = name === 'cpu' && weights ? null : hold(words);
    if (!weights) return { table: rows!, dispose() {} };
    // TF.js on cpu multiplies with broadcasting thirty times slower than a loop.
    const table =
      rows === null
        ? tensorOf(tf, scaledRows(words, weights), words, extra)
        : tf.tidy(() => {
            const column = new Float32Array(words.known.length + extra);
            column.set(weights);
            return tf.mul<Tensor2D>(rows, tf.tensor2d(column, [column.length, 1]));
          });
    return { table, dispose: () => table.dispose() };
  };
}

function tensorOf(
  tf: TensorFlow,
  rows: Float32Array,
  { known, dimension }: WordRows,
  extra: number,
): Tensor2D {
  if (extra === 0) return tf.tensor2d(rows, [known.length, dimension]);
  const padded = new Float32Array((known.length + extra) * dimension);
  padded.set(rows);
  return tf.tensor2d(padded, [known.length + extra, dimension]);
}

function scaledRows({ rows, dimension }: WordRows, weights: Float32Array): Float32Array {
  const scaled = new Float32Array(rows.length);
  for (let id = 0; id < weights.length; id++) {
    const weight = weights[id]!;
    for (let k = id * dimension; k < (id + 1) * dimension; k++) scaled[k] = weight * rows[k]!;
  }
  return scaled;
}

/** wasm and cpu: `sparseSegmentSum` over the segments that are not empty. */
function segmented(
  tf: TensorFlow,
  select: () => void,
  { dimension }: WordRows,
  { table, dispose }: Weighted,
): WeightedTable {
  return {
    async sums({ ids, offsets }) {
      const segments = offsets.length - 1;
      const sums = new Float32Array(segments * dimension);
      if (ids.length === 0) return sums;
      const segmentIds = new Int32Array(ids.length);
      const filled: number[] = [];
      for (let s = 0; s < segments; s++) {
        if (offsets[s] === offsets[s + 1]) continue;
        segmentIds.fill(filled.length, offsets[s], offsets[s + 1]);
        filled.push(s);
      }
      select();
      const result = tf.tidy(() =>
        tf.sparse.sparseSegmentSum(table, tf.tensor1d(ids, 'int32'), tf.tensor1d(segmentIds, 'int32')),
      );
      const values = await result.data();
      result.dispose();
      if (filled.length === segments) return values as Float32Array;
      filled.forEach((s, row) => {
        sums.set(values.subarray(row * dimension, (row + 1) * dimension), s * dimension);
      });
      return sums;
    },
    dispose,
  };
}

/**
 * WebGPU: there `sparseSegmentSum` reads the segment ids back synchronously, which loses the device. Instead the
 * rows of segments of similar length are gathered into one padded block and summed by a batched `matMul`.
 */
function gathered(
  tf: TensorFlow,
  select: () => void,
  { dimension, known }: WordRows,
  { table, dispose }: Weighted,
): WeightedTable {
  const vocabulary = known.length;
  return {
    async sums(segments) {
      const sums = new Float32Array((segments.offsets.length - 1) * dimension);
      for (const block of blocksByLength(segments)) {
        const { order, length } = block;
        const indices = new Int32Array(order.length * length).fill(vocabulary);
        order.forEach((s, row) => {
          indices.set(segments.ids.subarray(segments.offsets[s], segments.offsets[s + 1]), row * length);
        });
        select();
        const result = tf.tidy(() => {
          const rows = tf.gather(table, tf.tensor1d(indices, 'int32'));
          return tf.matMul(
            tf.ones([order.length, 1, length]),
            tf.reshape(rows, [order.length, length, dimension]),
          );
        });
        const values = await result.data();
        result.dispose();
        order.forEach((s, row) => {
          sums.set(values.subarray(row * dimension, (row + 1) * dimension), s * dimension);
        });
      }
      return sums;
    },
    dispose,
  };
}

/** Segments that are not empty, shortest first, in blocks of at most `GATHERED_ROWS` padded rows. */
export function* blocksByLength({ offsets }: Segments): Generator<{ order: number[]; length: number }> {
  const lengthOf = (s: number): number => offsets[s + 1]! - offsets[s]!;
  const sorted = Array.from({ length: offsets.length - 1 }, (_, s) => s)
    .filter((s) => lengthOf(s) > 0)
    .sort((a, b) => lengthOf(a) - lengthOf(b));
  let order: number[] = [];
  for (const s of sorted) {
    if (order.length > 0 && (order.length + 1) * lengthOf(s) > GATHERED_ROWS) {
      yield { order, length: lengthOf(order.at(-1)!) };
      order = [];
    }
    order.push(s);
  }
  if (order.length > 0) yield { order, length: lengthOf(order.at(-1)!) };
}
