import { Failure } from '../../failure.ts';
import type { FolderFile } from '../encoders/types.ts';

/** What transformers.js reads: configuration, tokeniser, ONNX weights and their external data. */
const USED = /\.(json|txt|jinja|onnx|onnx_data(_\d+)?|onnx\.data)$/;
const WEIGHTS = /\.(onnx|onnx_data(_\d+)?|onnx\.data)$/;
const OTHER_WEIGHTS = /\.(safetensors|bin|pt|h5|msgpack|ot|gguf|tflite)$/;

/**
 * The files of a model by their paths in it. Paths may have backslashes and start with folders around the model's
 * own; hidden files and weights of other frameworks are left out; weights beside config.json (as Optimum exports
 * them) count as those of onnx/.
 * @throws Failure `incomplete-folder`, which lists what is needed
 */
export function arrangeFolder(model: string, files: readonly FolderFile[]): ReadonlyMap<string, Blob> {
  const all = new Map<string, Blob>();
  for (const { path, file } of files) {
    const steps = path
      .replaceAll('\\', '/')
      .split('/')
      .filter((step) => step !== '' && step !== '.');
    if (!steps.some((step) => step.startsWith('.') || step === '__MACOSX')) all.set(steps.join('/'), file);
  }
  const root = rootOf([...all.keys()]);
  const inside = new Map<string, Blob>();
  let hasOtherWeights = false;
  for (const [path, file] of all) {
    if (!path.startsWith(root)) continue;
    hasOtherWeights ||= OTHER_WEIGHTS.test(path);
    if (USED.test(path)) inside.set(path.slice(root.length), file);
  }
  if (![...inside.keys()].some((path) => /^onnx\/.*\.onnx$/.test(path))) {
    for (const [path, file] of [...inside]) {
      if (path.includes('/') || !WEIGHTS.test(path)) continue;
      inside.delete(path);
      inside.set(`onnx/${path}`, file);
    }
  }
  const missing = ['config.json', 'tokenizer.json'].filter((path) => !inside.has(path));
  if (![...inside.keys()].some((path) => /^onnx\/[^/]+\.onnx$/.test(path))) {
    missing.push('onnx/model.onnx (or another precision, such as onnx/model_quantized.onnx)');
  }
  if (missing.length > 0) {
    throw new Failure(
      'incomplete-folder',
      `The folder of ${model.replace(/^folder:/, '')} lacks ${missing.join(', ')}.`,
      hasOtherWeights
        ? 'Its weights are of another framework: convert it with "optimum-cli export onnx --model <folder> <new folder>" and drop the new folder.'
        : 'Drop the whole folder of a model that was made for transformers.js.',
    );
  }
  return inside;
}

/** The model's own folder among those around it, with a slash at the end: where config.json is with a tokeniser. */
function rootOf(paths: readonly string[]): string {
  let root: string | null = null;
  for (const path of paths) {
    const folder = /^(.*\/)?config\.json$/.exec(path)?.[1] ?? (path === 'config.json' ? '' : null);
    if (folder === null || !paths.includes(`${folder}tokenizer.json`)) continue;
    if (root === null || depth(folder) < depth(root)) root = folder;
  }
  return root ?? commonFolder(paths);
}

function commonFolder(paths: readonly string[]): string {
  let common: string[] | null = null;
  for (const path of paths) {
    const folders = path.split('/').slice(0, -1);
    let same = 0;
    while (common && same < common.length && common[same] === folders[same]) same++;
    common = common ? common.slice(0, same) : folders;
  }
  return common && common.length > 0 ? `${common.join('/')}/` : '';
}

function depth(folder: string): number {
  return folder.split('/').length;
}
