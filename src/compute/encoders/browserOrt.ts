import * as ort from 'onnxruntime-web/webgpu';
import webgpuGlue from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.mjs?raw';
import webgpuWasm from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.wasm?url';
import plainGlue from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?raw';
import plainWasm from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';
import { Failure } from '../../failure.ts';
import type { Dtype } from '../../systems/transformer.ts';
import { download, type Fetch } from '../models/download.ts';
import { ortRuntime, type Demand, type Runtime } from './runtime.ts';
import { smallestModel } from './smallestModel.ts';

/** The build without WebGPU is half as big, starts in half the time and runs WebAssembly a little faster. */
const BUILDS = {
  wasm: { glue: plainGlue, url: plainWasm, ...__ORT_WASM__.plain },
  webgpu: { glue: webgpuGlue, url: webgpuWasm, ...__ORT_WASM__.webgpu },
} as const;

/**
 * ONNX Runtime in a worker, from files of our own origin only: its default is a CDN. The WebAssembly is kept like a
 * model, so that it is there without a network, and the code around it is part of this worker's script.
 * @param fetcher keeps what it fetches
 */
export function browserOrt(fetcher: Fetch): Runtime {
  // The runtime initialises once in a worker, so a second device needs a second worker.
  let first: Demand | null = null;
  const prepare: Runtime['prepare'] = async (demand, signal) => {
    const { device, dtype } = demand;
    if (first && (first.device !== device || first.threads !== demand.threads)) {
      throw new Error(`This worker runs ${first.device}; ${device} needs a worker of its own.`);
    }
    if (device === 'webgpu' && /f16|fp16/.test(dtype)) await requireHalfFloats(dtype);
    const threads = globalThis.crossOriginIsolated ? demand.threads : 1;
    if (!first) {
      const { glue, url, ...file } = BUILDS[device];
      const address = new URL(url, globalThis.location.href).href;
      const wasmBinary = await download({ url: address, ...file }, fetcher, signal);
      first = demand;
      Object.assign(ort.env.wasm, {
        numThreads: threads,
        proxy: false,
        wasmBinary,
        wasmPaths: { mjs: URL.createObjectURL(new Blob([glue], { type: 'text/javascript' })) },
      });
      if (device === 'wasm') startEarly();
    }
    return {
      threads,
      started: async () => {
        delete ort.env.wasm.wasmBinary;
        return device === 'webgpu' ? webgpuLost() : new Promise(() => {});
      },
    };
  };
  return ortRuntime(
    ort,
    { 'onnxruntime-web': __ORT_VERSION__, 'transformers.js': __TRANSFORMERS_VERSION__ },
    prepare,
  );
}

/**
 * Compiles the runtime and starts its threads while the model is still read; ONNX Runtime does so with its first
 * session only. If it can't, the session of the model fails for the same reason, and tells it.
 */
function startEarly(): void {
  void ort.InferenceSession.create(smallestModel(), { executionProviders: ['wasm'] }).then(
    (session) => session.release(),
    () => {},
  );
}

async function requireHalfFloats(dtype: Dtype): Promise<void> {
  const adapter = await globalThis.navigator.gpu?.requestAdapter();
  if (adapter?.features.has('shader-f16')) return;
  throw new Failure(
    'no-half-floats',
    `${dtype} weights need 16-bit floats, which this device's WebGPU does not have.`,
    'Choose another precision, such as fp32 or q8, or wasm.',
  );
}

async function webgpuLost(): Promise<string> {
  const { reason, message } = await (await ort.env.webgpu.device).lost;
  return message || reason;
}
