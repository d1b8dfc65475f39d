import { catalogue } from '../benchmarks/catalogue.ts';
import { capabilities } from '../compute/capabilities.ts';
import type { PlaygroundStore } from '../storage/types.ts';
import { DEFAULT_TIMEOUT_SECONDS } from './codes.svelte.ts';
import type { DiagnosticSources, KeptCounts } from './diagnostics.ts';
import { controllerOf, serviceWorkers } from './hosting.ts';
import type { Playground } from './playground.svelte.ts';

/** Of caches and databases only our own are named: a host may hold other pages. */
const OURS = /^sts-/;

const isPublic = (benchmark: string): boolean => catalogue.some(({ id }) => id === benchmark);

/** Reads the page and its browser. Never rejects: what can't be read is null. */
export async function readSources(playground: Playground, siteUrl: string): Promise<DiagnosticSources> {
  const { store, encoders, comparison, update } = playground;
  await quietly(() => encoders.refreshKept());
  const [can, usage, databases, cacheNames, kept] = await Promise.all([
    capabilities(),
    quietly(() => store.usage()),
    quietly(async () => (await indexedDB.databases()).map(({ name, version }) => `${name} ${version}`)),
    quietly(() => caches.keys()),
    countKept(store, encoders.kept.length),
  ]);
  const container = serviceWorkers(globalThis);
  const { benchmark } = comparison;
  return {
    takenAt: new Date().toISOString(),
    capabilities: can,
    platform: navigator.platform,
    languages: navigator.languages,
    window: { width: innerWidth, height: innerHeight, pixelRatio: devicePixelRatio },
    address: {
      protocol: location.protocol.replace(':', ''),
      local: /^(localhost|127\.|\[::1\])/.test(location.hostname),
      depth: new URL(siteUrl).pathname.split('/').length - 2,
    },
    secureContext: isSecureContext,
    hosting: update.hosting(),
    worker: {
      controls: typeof container !== 'string' && controllerOf(container, siteUrl) !== null,
      offer: update.offer,
    },
    versions: {
      'STS Playground': __APP_VERSION__,
      'TF.js': __TFJS_VERSION__,
      'transformers.js': __TRANSFORMERS_VERSION__,
      'ONNX Runtime Web': __ORT_VERSION__,
      'wink-nlp': __WINK_VERSION__,
      'ml-matrix': __ML_MATRIX_VERSION__,
    },
    backendWanted: playground.backendPreference,
    backend: playground.backend,
    transformers: encoders.loaded.map(({ facts }) => ({
      model: facts.model.startsWith('folder:') ? null : facts.model,
      revision: facts.revision,
      dtype: facts.dtype,
      device: facts.device,
      threads: facts.threads,
    })),
    storage: {
      status: playground.storeStatus.kind,
      usage,
      databases: databases?.filter((name) => OURS.test(name)) ?? null,
      caches: cacheNames?.filter((name) => OURS.test(name)).map((name) => name.split(' ')[0]!) ?? null,
    },
    kept,
    open: {
      view: playground.view,
      benchmark: benchmark && (isPublic(benchmark.info.id) ? benchmark.info.id : 'own file'),
      pairs: benchmark?.pairs.length ?? 0,
      systems: comparison.systems.map(({ spec, state, run }) => ({
        kind: spec.kind,
        state: state.kind === 'idle' && run !== null ? 'has scores' : state.kind,
      })),
    },
    changed: changedSettings(playground),
    going: playground.activities.list.length,
    failures: playground.failures.list(),
  };
}

/** What differs from a first visit, without what a person typed. */
function changedSettings({ theme, backendPreference, encoders, codes, comparison }: Playground): string[] {
  return [
    ...(theme === 'system' ? [] : [`theme ${theme}`]),
    ...(backendPreference === 'auto' ? [] : [`backend ${backendPreference}`]),
    ...(encoders.hubUrl === '' ? [] : ['models from another hub']),
    ...(codes.timeoutSeconds === DEFAULT_TIMEOUT_SECONDS
      ? []
      : [`own code may take ${codes.timeoutSeconds} s`]),
    ...(comparison.facet === null ? [] : [`broken down by ${comparison.facet}`]),
    ...(comparison.selection === null ? [] : [`${comparison.selection.length} pairs selected`]),
  ];
}

/** Counts what is kept, for a report and before it is deleted. Never rejects. */
export async function countKept(store: PlaygroundStore, models: number): Promise<KeptCounts> {
  const counted = (prefix: string): Promise<number | null> =>
    quietly(
      async () => [...(await store.listSettings(prefix)).values()].filter((value) => value !== null).length,
    );
  const [parts, runs, embeddings, corrections, codes, lessons] = await Promise.all([
    quietly(() => store.listParts()),
    quietly(async () => (await store.listRuns()).length),
    quietly(async () => (await store.listEmbeddings()).length),
    counted('correction:'),
    counted('code:'),
    counted('lesson:'),
  ]);
  const own = parts?.filter(({ benchmark }) => !isPublic(benchmark)).length ?? null;
  return {
    benchmarkParts: parts && parts.length - own!,
    ownParts: own,
    runs,
    embeddings,
    models,
    corrections,
    codes,
    lessons,
  };
}

async function quietly<T>(question: () => Promise<T>): Promise<T | null> {
  try {
    return await question();
  } catch {
    return null;
  }
}
