/** What this browser can do for the models. Detected once; nobody asks the browser again. */
export interface Capabilities {
  /** COOP and COEP headers are there, so WebAssembly may have threads. */
  crossOriginIsolated: boolean;
  /** Logical processors, as far as the browser tells. */
  processors: number;
  /** Threads that WebAssembly is given. */
  threads: number;
  /** Null where WebGPU can be had, else why not. */
  withoutWebGpu: string | null;
  /** An adapter that computes on the processor: correct, and slower than WebAssembly. */
  softwareAdapter: boolean;
  /** Of the adapter, for a report; empty where there is none. */
  adapter: string;
  /** WebGPU with 16-bit floats. */
  shaderF16: boolean;
  /** GiB, as far as the browser tells (at most 8); null where it does not. */
  memoryGiB: number | null;
  indexedDb: boolean;
  cacheStorage: boolean;
  locks: boolean;
  userAgent: string;
}

/** More threads help short sentences little and leave none for the page. */
const MOST_THREADS = 4;

let detected: Promise<Capabilities> | null = null;

export function capabilities(): Promise<Capabilities> {
  detected ??= detect(globalThis);
  return detected;
}

type Surroundings = Partial<
  Pick<typeof globalThis, 'navigator' | 'crossOriginIsolated' | 'indexedDB' | 'caches'>
>;

/** @param from the global object; injected in tests */
export async function detect(from: Surroundings): Promise<Capabilities> {
  const navigator = from.navigator as (Navigator & { deviceMemory?: number }) | undefined;
  const isolated = from.crossOriginIsolated === true;
  const processors = navigator?.hardwareConcurrency ?? 1;
  return Object.freeze({
    crossOriginIsolated: isolated,
    processors,
    threads: isolated ? Math.max(1, Math.min(MOST_THREADS, processors)) : 1,
    ...(await adapterOf(navigator?.gpu)),
    memoryGiB: navigator?.deviceMemory ?? null,
    indexedDb: isThere(() => from.indexedDB),
    cacheStorage: isThere(() => from.caches),
    locks: navigator?.locks !== undefined,
    userAgent: navigator?.userAgent ?? '',
  });
}

/** Where storage is forbidden, some browsers throw at the mere name of it. */
function isThere(read: () => unknown): boolean {
  try {
    return Boolean(read());
  } catch {
    return false;
  }
}

type AdapterFacts = Pick<Capabilities, 'withoutWebGpu' | 'softwareAdapter' | 'adapter' | 'shaderF16'>;

/** A null adapter is common: no GPU, a blocked driver, a virtual machine. */
async function adapterOf(gpu: GPU | undefined): Promise<AdapterFacts> {
  const without = (reason: string): AdapterFacts => ({
    withoutWebGpu: reason,
    softwareAdapter: false,
    adapter: '',
    shaderF16: false,
  });
  if (!gpu) return without('the browser offers no WebGPU');
  try {
    const adapter = await gpu.requestAdapter();
    if (!adapter) return without('the browser finds no WebGPU adapter');
    // Browsers of 2023 have WebGPU and no `info`.
    const { vendor, architecture, device, description, isFallbackAdapter }: Partial<GPUAdapterInfo> =
      adapter.info ?? {};
    const name = [vendor, architecture, device, description].filter(Boolean).join(' ');
    return {
      withoutWebGpu: null,
      softwareAdapter: isFallbackAdapter === true || /swiftshader|llvmpipe|basic render/i.test(name),
      adapter: name,
      shaderF16: adapter.features.has('shader-f16'),
    };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return without(`WebGPU failed: ${message.replace(/[.\s]+$/, '')}`);
  }
}

/** As text to copy into a report. */
export function describeCapabilities(found: Capabilities): string {
  const yes = (value: boolean): string => (value ? 'yes' : 'no');
  return [
    `browser: ${found.userAgent}`,
    `cross-origin isolated: ${yes(found.crossOriginIsolated)}`,
    `processors: ${found.processors}, threads for WebAssembly: ${found.threads}`,
    `WebGPU: ${found.withoutWebGpu ?? `yes (${found.adapter || 'unnamed adapter'}${found.softwareAdapter ? ', software' : ''})`}`,
    `16-bit floats on WebGPU: ${yes(found.shaderF16)}`,
    `memory: ${found.memoryGiB === null ? 'not told' : `${found.memoryGiB} GiB or more`}`,
    `IndexedDB: ${yes(found.indexedDb)}, Cache Storage: ${yes(found.cacheStorage)}, Web Locks: ${yes(found.locks)}`,
  ].join('\n');
}
