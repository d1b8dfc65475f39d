import type { ModelFile } from '../formats.ts';
import { writeManifest, writeModelFile } from '../write.ts';
import { buildNetwork, FP32, type Precision } from './network.ts';
import { DYNAMIC_INT8, INT8_WEIGHTS } from './quantise.ts';
import { modelConfig, tokenizerConfig, tokenizerJson } from './tokenizer.ts';
import { readNetwork, readVocabulary } from './weights.ts';

/** By the names that transformers.js looks for, and `model_int8w`, which is our own. */
const PRECISIONS: Record<string, Precision> = {
  model: FP32,
  model_quantized: DYNAMIC_INT8,
  model_int8w: INT8_WEIGHTS,
};

/** `manifest.json` of a transformer: every other file, by its path in the model's folder. */
export interface TransformerManifest {
  files: ModelFile[];
}

/**
 * Converts the Universal Sentence Encoder lite from the TF.js graph of the installed package to the files that
 * transformers.js reads. Deterministic: the same package gives the same bytes.
 */
export function buildUseLite(folder: string): string {
  const network = readNetwork();
  const vocabulary = readVocabulary();
  const rows = network.embeddings.rows;
  const json = (name: string, content: object) =>
    writeModelFile(folder, name, new TextEncoder().encode(JSON.stringify(content) + '\n'));
  const files = [
    json('config.json', modelConfig(rows)),
    json('tokenizer.json', tokenizerJson(vocabulary, rows)),
    json('tokenizer_config.json', tokenizerConfig(vocabulary)),
  ];
  for (const [name, precision] of Object.entries(PRECISIONS)) {
    files.push(writeModelFile(folder, `onnx/${name}.onnx`, buildNetwork(network, precision)));
  }
  const manifest: TransformerManifest = { files };
  return writeManifest(folder, manifest);
}
