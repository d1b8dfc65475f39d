import { expose } from 'comlink';
import { startBackend } from './backends/tensors.ts';
import { capabilities } from './capabilities.ts';
import { ScoringEngine } from './engine.ts';
import { keepErrorKinds } from './errors.ts';
import { keepingFetch } from './models/kept.ts';

keepErrorKinds();
expose(
  new ScoringEngine({
    // `caches` is absent on plain http.
    fetch: keepingFetch((url, init) => fetch(url, init), globalThis.caches),
    starter: { withoutWebGpu: async () => (await capabilities()).withoutWebGpu, start: startBackend },
    libraries: { '@tensorflow/tfjs-core': __TFJS_VERSION__, 'ml-matrix': __ML_MATRIX_VERSION__ },
    taggerLibraries: { 'wink-nlp': __WINK_VERSION__ },
  }),
);
