import { Failure } from '../../failure.ts';
import { DTYPES, type Dtype } from '../../systems/transformer.ts';
import type { Progress } from '../../systems/types.ts';
import type { ModelFiles } from '../models/files.ts';
import type { Weights } from './runtime.ts';

/** As transformers.js names them (its utils/dtypes.js); `int8w` is our own. */
const SUFFIXES: Record<Dtype, string> = {
  fp32: '',
  fp16: '_fp16',
  q8: '_quantized',
  int8: '_int8',
  uint8: '_uint8',
  q4: '_q4',
  q4f16: '_q4f16',
  bnb4: '_bnb4',
  int8w: '_int8w',
};

/** A browser gives no single buffer, and WebAssembly no model, that is larger. */
export const LARGEST_MODEL_BYTES = 2 ** 31;

export function weightsPath(dtype: Dtype): string {
  return `onnx/model${SUFFIXES[dtype]}.onnx`;
}

/**
 * Reads the weights in the precision that is asked for, and in no other.
 * @throws Failure `file-missing` with the precisions that the model has, `model-too-large`
 */
export async function readWeights(
  files: ModelFiles,
  dtype: Dtype,
  report: Progress,
  signal: AbortSignal,
): Promise<Weights> {
  const path = weightsPath(dtype);
  if (!(await files.has(path))) throw await missingWeights(files, dtype);
  const external = await externalFiles(files, path);
  let expectedBytes = 0;
  for (const name of [path, ...external]) expectedBytes += (await files.sizeBytes(name)) ?? 0;
  if (expectedBytes > LARGEST_MODEL_BYTES) throw tooLarge(files.model, dtype, expectedBytes);
  const graph = new Uint8Array(await files.read(path, report, signal));
  const weights: Weights = { path, graph, external: [], sizeBytes: graph.length };
  for (const name of external) {
    const data = new Uint8Array(await files.read(name, report, signal));
    // The graph names these files as they lie beside it.
    weights.external.push({ path: name.slice(name.lastIndexOf('/') + 1), data });
    weights.sizeBytes += data.length;
  }
  return weights;
}

/** "onnx/model.onnx_data", "onnx/model.onnx_data_1", ... as transformers.js names them. */
async function externalFiles(files: ModelFiles, path: string): Promise<string[]> {
  const found: string[] = [];
  for (let chunk = 0; ; chunk++) {
    const name = `${path}_data${chunk === 0 ? '' : `_${chunk}`}`;
    if (!(await files.has(name))) return found;
    found.push(name);
  }
}

async function missingWeights(files: ModelFiles, dtype: Dtype): Promise<Failure> {
  const has: Dtype[] = [];
  for (const other of DTYPES) {
    if (other !== dtype && (await files.has(weightsPath(other)))) has.push(other);
  }
  return new Failure(
    'file-missing',
    `${files.model} has no ${dtype} weights (${weightsPath(dtype)}).`,
    has.length > 0
      ? `It has them as ${has.join(', ')}: choose one of these.`
      : 'It has no ONNX weights that the page can run: choose a model with a folder "onnx", such as those of the list.',
  );
}

export function tooLarge(model: string, dtype: Dtype, sizeBytes: number, options?: ErrorOptions): Failure {
  return new Failure(
    'model-too-large',
    `${model} (${dtype}, ${inMegabytes(sizeBytes)}) is larger than this device allows.`,
    'Choose a smaller precision, such as q8, or a smaller model; closing other tabs may free memory.',
    options,
  );
}

function inMegabytes(sizeBytes: number): string {
  return `${Math.ceil(sizeBytes / 1e6).toLocaleString('en')} MB`;
}
