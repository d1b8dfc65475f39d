import { describe, expect, it } from 'vitest';
import { devicesFor } from '../../../../src/compute/encoders/devices.ts';
import { failureOf } from '../../support.ts';
import { CAPABLE } from './fakeEncoder.ts';

const NO_WEBGPU = { ...CAPABLE, withoutWebGpu: 'the browser finds no WebGPU adapter' };
const SOFTWARE = { ...CAPABLE, softwareAdapter: true };
const NOT_ISOLATED = { ...CAPABLE, crossOriginIsolated: false, threads: 1 };

describe('devicesFor', () => {
  it.each([
    [
      'WebGPU where there is a real adapter',
      CAPABLE,
      ['webgpu', 'wasm'],
      'chosen automatically: the browser offers WebGPU',
    ],
    [
      'an adapter without 16-bit floats is one',
      { ...CAPABLE, shaderF16: false },
      ['webgpu', 'wasm'],
      'chosen automatically: the browser offers WebGPU',
    ],
    [
      'no adapter',
      NO_WEBGPU,
      ['wasm'],
      'chosen automatically: WebAssembly, 4 threads; the browser finds no WebGPU adapter',
    ],
    [
      'a software adapter',
      SOFTWARE,
      ['wasm'],
      'chosen automatically: WebAssembly, 4 threads; the WebGPU adapter is software, slower than WebAssembly',
    ],
    [
      'neither an adapter nor isolation',
      { ...NOT_ISOLATED, withoutWebGpu: 'the browser offers no WebGPU' },
      ['wasm'],
      'chosen automatically: WebAssembly, 1 thread (the page is not cross-origin isolated); ' +
        'the browser offers no WebGPU',
    ],
  ])('case 34, automatic: %s', (_, capabilities, devices, why) => {
    expect(devicesFor('auto', capabilities)).toEqual({ devices, why });
  });

  it('by hand, WebAssembly is that and no other', () => {
    expect(devicesFor('wasm', CAPABLE)).toEqual({
      devices: ['wasm'],
      why: 'chosen by hand: WebAssembly, 4 threads',
    });
    expect(devicesFor('wasm', NOT_ISOLATED).why).toBe(
      'chosen by hand: WebAssembly, 1 thread (the page is not cross-origin isolated)',
    );
  });

  it('by hand, WebGPU may be a software adapter', () => {
    expect(devicesFor('webgpu', SOFTWARE)).toEqual({ devices: ['webgpu', 'wasm'], why: 'chosen by hand' });
  });

  it('by hand, WebGPU that can not be had is a Failure with the reason', async () => {
    const failure = await failureOf(() => devicesFor('webgpu', NO_WEBGPU));
    expect(failure.code).toBe('no-backend');
    expect(failure.what).toBe("webgpu can't be used: the browser finds no WebGPU adapter.");
    expect(failure.nextStep).toBe('Choose "automatic".');
  });

  it('by hand, plain JavaScript is a Failure that names the others', async () => {
    const failure = await failureOf(() => devicesFor('cpu', CAPABLE));
    expect(failure.code).toBe('no-backend');
    expect(failure.nextStep).toContain('WebGPU or WebAssembly');
  });
});
