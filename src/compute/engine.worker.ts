import { expose } from 'comlink';
import { withoutWebGpu } from './backends/choose.ts';
import { startBackend } from './backends/tensors.ts';
import { ScoringEngine } from './engine.ts';
import { keepErrorKinds } from './errors.ts';
import { keepingFetch } from './models/kept.ts';

keepErrorKinds();
expose(
  new ScoringEngine({
    // `caches` is absent on plain http.
    fetch: keepingFetch((url, init) => fetch(url, init), globalThis.caches),
    starter: { withoutWebGpu: () => withoutWebGpu(navigator.gpu), start: startBackend },
    libraries: { '@tensorflow/tfjs-core': __TFJS_VERSION__, 'ml-matrix': __ML_MATRIX_VERSION__ },
  }),
);
