import { Failure } from '../../failure.ts';
import type { BackendPreference } from '../backends/types.ts';
import type { Capabilities } from '../capabilities.ts';
import type { EncoderDevice } from './types.ts';

/**
 * Backends to try in turn, and why. Automatic: WebGPU where there is an adapter that is no software, else WebAssembly.
 * @throws Failure `no-backend` where the one chosen by hand can't be had
 */
export function devicesFor(
  preference: BackendPreference,
  { withoutWebGpu, softwareAdapter, threads, crossOriginIsolated }: Capabilities,
): { devices: EncoderDevice[]; why: string } {
  const wasm = `WebAssembly, ${threads === 1 ? '1 thread' : `${threads} threads`}${
    crossOriginIsolated ? '' : ' (the page is not cross-origin isolated)'
  }`;
  switch (preference) {
    case 'wasm':
      return { devices: ['wasm'], why: `chosen by hand: ${wasm}` };
    case 'webgpu':
      if (withoutWebGpu === null) return { devices: ['webgpu', 'wasm'], why: 'chosen by hand' };
      throw new Failure('no-backend', `webgpu can't be used: ${withoutWebGpu}.`, 'Choose "automatic".');
    case 'cpu':
      throw new Failure(
        'no-backend',
        'Transformers do not run on plain JavaScript.',
        'Choose "automatic", WebGPU or WebAssembly as the backend.',
      );
    case 'auto':
      if (withoutWebGpu === null && !softwareAdapter) {
        return { devices: ['webgpu', 'wasm'], why: 'chosen automatically: the browser offers WebGPU' };
      }
      return {
        devices: ['wasm'],
        why: `chosen automatically: ${wasm}; ${withoutWebGpu ?? 'the WebGPU adapter is software, slower than WebAssembly'}`,
      };
  }
}
