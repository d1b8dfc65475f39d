import { describe, expect, it } from 'vitest';
import {
  capabilities,
  describeCapabilities,
  detect,
  type Capabilities,
} from '../../../src/compute/capabilities.ts';

interface FakeAdapter {
  info?: Partial<GPUAdapterInfo>;
  features: Set<string>;
}

const ADAPTER: FakeAdapter = {
  info: { vendor: 'acme', architecture: 'turbo', device: '', description: '', isFallbackAdapter: false },
  features: new Set(['shader-f16']),
};

/** A browser that has everything, but for the changes. */
function browser({
  gpu = { requestAdapter: async () => ADAPTER },
  navigator = {},
  ...other
}: {
  gpu?: { requestAdapter(): Promise<unknown> } | undefined;
  navigator?: object;
  crossOriginIsolated?: boolean;
  indexedDB?: undefined;
  caches?: undefined;
} = {}): Parameters<typeof detect>[0] {
  return {
    navigator: {
      userAgent: 'Testbrowser/1',
      hardwareConcurrency: 8,
      deviceMemory: 8,
      locks: {},
      gpu,
      ...navigator,
    },
    crossOriginIsolated: true,
    indexedDB: {},
    caches: {},
    ...other,
  } as unknown as Parameters<typeof detect>[0];
}

const withAdapter = (adapter: unknown): Parameters<typeof detect>[0] =>
  browser({ gpu: { requestAdapter: async () => adapter } });

describe('detect', () => {
  it('finds all that there is', async () => {
    expect(await detect(browser())).toEqual({
      crossOriginIsolated: true,
      processors: 8,
      threads: 4,
      withoutWebGpu: null,
      softwareAdapter: false,
      adapter: 'acme turbo',
      shaderF16: true,
      memoryGiB: 8,
      indexedDb: true,
      cacheStorage: true,
      locks: true,
      userAgent: 'Testbrowser/1',
    });
  });

  it.each<[string, Parameters<typeof detect>[0], string]>([
    [
      'navigator.gpu is undefined',
      browser({ navigator: { gpu: undefined } }),
      'the browser offers no WebGPU',
    ],
    ['requestAdapter() gives null', withAdapter(null), 'the browser finds no WebGPU adapter'],
    [
      'requestAdapter() rejects',
      browser({ gpu: { requestAdapter: () => Promise.reject(new Error('Blocked by policy.')) } }),
      'WebGPU failed: Blocked by policy',
    ],
    [
      'requestAdapter() throws',
      browser({
        gpu: {
          requestAdapter: () => {
            throw new TypeError('not here');
          },
        },
      }),
      'WebGPU failed: not here',
    ],
  ])('case 34: %s', async (_, from, reason) => {
    const found = await detect(from);
    expect(found).toMatchObject({
      withoutWebGpu: reason,
      softwareAdapter: false,
      adapter: '',
      shaderF16: false,
      // Nothing else is lost with it.
      threads: 4,
      indexedDb: true,
    });
    expect(describeCapabilities(found)).toContain(`WebGPU: ${reason}\n`);
  });

  it('case 34: an adapter without 16-bit floats is an adapter', async () => {
    const found = await detect(withAdapter({ ...ADAPTER, features: new Set() }));
    expect(found).toMatchObject({ withoutWebGpu: null, shaderF16: false });
    expect(describeCapabilities(found)).toContain('16-bit floats on WebGPU: no');
  });

  it('an adapter of a browser that tells nothing of it is an adapter', async () => {
    const found = await detect(withAdapter({ features: new Set() }));
    expect(found).toMatchObject({ withoutWebGpu: null, softwareAdapter: false, adapter: '' });
    expect(describeCapabilities(found)).toContain('WebGPU: yes (unnamed adapter)');
  });

  it.each<[string, Partial<GPUAdapterInfo>]>([
    ['says that it is a fallback', { vendor: 'acme', isFallbackAdapter: true }],
    ['is SwiftShader', { vendor: 'google', architecture: 'swiftshader' }],
    ['is llvmpipe', { vendor: 'mesa', description: 'LLVMpipe (LLVM 15)' }],
    ['is of Windows', { vendor: 'microsoft', description: 'Microsoft Basic Render Driver' }],
  ])('case 34: an adapter that %s computes in software', async (_, info) => {
    const found = await detect(withAdapter({ ...ADAPTER, info }));
    expect(found).toMatchObject({ withoutWebGpu: null, softwareAdapter: true });
    expect(describeCapabilities(found)).toMatch(/^WebGPU: yes \(.*, software\)$/m);
  });

  it.each([
    ['not cross-origin isolated', { crossOriginIsolated: false }, 1],
    ['isolated, one processor', { navigator: { hardwareConcurrency: 1 } }, 1],
    ['isolated, two processors', { navigator: { hardwareConcurrency: 2 } }, 2],
    ['isolated, 64 processors', { navigator: { hardwareConcurrency: 64 } }, 4],
    ['isolated, a browser that does not tell', { navigator: { hardwareConcurrency: undefined } }, 1],
    ['isolated, a browser that tells nonsense', { navigator: { hardwareConcurrency: 0 } }, 1],
  ])('case 34: threads where the page is %s', async (_, changes, threads) => {
    expect((await detect(browser(changes))).threads).toBe(threads);
  });

  it('case 36: a browser without storage, locks, or any word of itself', async () => {
    expect(await detect({})).toEqual({
      crossOriginIsolated: false,
      processors: 1,
      threads: 1,
      withoutWebGpu: 'the browser offers no WebGPU',
      softwareAdapter: false,
      adapter: '',
      shaderF16: false,
      memoryGiB: null,
      indexedDb: false,
      cacheStorage: false,
      locks: false,
      userAgent: '',
    });
  });

  it('case 36: storage that throws when it is named is not there', async () => {
    const from = Object.defineProperties(browser(), {
      caches: {
        get: () => {
          throw new DOMException('sandboxed', 'SecurityError');
        },
      },
      indexedDB: { get: () => null },
    });
    expect(await detect(from)).toMatchObject({ cacheStorage: false, indexedDb: false, threads: 4 });
  });

  it('nobody can change what was found', async () => {
    const found = await detect(browser());
    expect(Object.isFrozen(found)).toBe(true);
    expect(() => {
      (found as { threads: number }).threads = 64;
    }).toThrow(TypeError);
  });

  it('the browser is asked once', () => {
    expect(capabilities()).toBe(capabilities());
  });
});

describe('describeCapabilities', () => {
  it('names everything that was found', async () => {
    expect(describeCapabilities(await detect(browser()))).toBe(
      [
        'browser: Testbrowser/1',
        'cross-origin isolated: yes',
        'processors: 8, threads for WebAssembly: 4',
        'WebGPU: yes (acme turbo)',
        '16-bit floats on WebGPU: yes',
        'memory: 8 GiB or more',
        'IndexedDB: yes, Cache Storage: yes, Web Locks: yes',
      ].join('\n'),
    );
  });

  it('each fact shows', async () => {
    const found = await detect(browser());
    const changes: Partial<Capabilities>[] = [
      { crossOriginIsolated: false },
      { processors: 7 },
      { threads: 3 },
      { withoutWebGpu: 'none' },
      { softwareAdapter: true },
      { adapter: 'other' },
      { shaderF16: false },
      { memoryGiB: null },
      { indexedDb: false },
      { cacheStorage: false },
      { locks: false },
      { userAgent: 'other' },
    ];
    expect(changes.map((change) => Object.keys(change)[0]).sort()).toEqual(Object.keys(found).sort());
    const texts = changes.map((change) => describeCapabilities({ ...found, ...change }));
    expect(new Set([describeCapabilities(found), ...texts]).size).toBe(changes.length + 1);
  });
});
