import type { BackendPreference, BackendState } from '../compute/backends/types.ts';
import { describeCapabilities, type Capabilities } from '../compute/capabilities.ts';
import type { StorageUsage, StoreStatus } from '../storage/types.ts';
import type { FailureNote } from './diagnosticsFailures.ts';

/** What was read of the page and its browser. Names of a person's own files, folders and code are not among it. */
export interface DiagnosticSources {
  takenAt: string;
  capabilities: Capabilities;
  platform: string;
  languages: readonly string[];
  /** CSS pixels, and device pixels to one of them. */
  window: { width: number; height: number; pixelRatio: number };
  /** Protocol, whether it is this machine, and how many folders deep; not the host's name, which may be private. */
  address: { protocol: string; local: boolean; depth: number };
  secureContext: boolean;
  hosting: readonly string[];
  worker: { controls: boolean; offer: string | null };
  versions: Record<string, string>;
  backendWanted: BackendPreference;
  backend: BackendState | null;
  transformers: readonly {
    /** Null where it is a folder of the person's own. */
    model: string | null;
    revision: string;
    dtype: string;
    device: string;
    threads: number;
  }[];
  storage: {
    status: StoreStatus['kind'];
    /** Null where it could not be read. */
    usage: StorageUsage | null;
    databases: readonly string[] | null;
    caches: readonly string[] | null;
  };
  kept: KeptCounts;
  open: {
    view: string;
    /** Null where nothing is open; "own file" where it is not of the catalogue. */
    benchmark: string | null;
    pairs: number;
    /** Kind and state of each system: nothing of its parameters, which may name files. */
    systems: readonly { kind: string; state: string }[];
  };
  /** Settings that are not as on a first visit. */
  changed: readonly string[];
  going: number;
  failures: readonly FailureNote[];
}

/** How much of each kind this browser keeps; null where it could not be counted. */
export interface KeptCounts {
  benchmarkParts: number | null;
  ownParts: number | null;
  runs: number | null;
  embeddings: number | null;
  models: number | null;
  corrections: number | null;
  codes: number | null;
  lessons: number | null;
}

export interface Diagnostics {
  takenAt: string;
  sections: readonly { title: string; facts: readonly (readonly [name: string, value: string])[] }[];
  failures: readonly FailureNote[];
}

const yes = (value: boolean): string => (value ? 'yes' : 'no');
const megabytes = (bytes: number | null | undefined): string =>
  bytes === null || bytes === undefined ? 'not told' : `${(bytes / 1e6).toFixed(1)} MB`;
const number = (value: number | null): string => (value === null ? 'not counted' : String(value));

/** "name: value" of the text that describes a browser. */
function factOf(line: string): readonly [string, string] {
  const colon = line.indexOf(': ');
  return colon < 0 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 2)];
}

/** Everything a report of a fault should say, laid out in sections. */
export function diagnosticsOf(from: DiagnosticSources): Diagnostics {
  const { capabilities: can, storage, kept, open } = from;
  const { usage } = storage;
  return {
    takenAt: from.takenAt,
    failures: from.failures,
    sections: [
      { title: 'Versions', facts: Object.entries(from.versions) },
      {
        title: 'Browser',
        facts: [
          ...describeCapabilities(can).split('\n').map(factOf),
          ['platform', from.platform || 'not told'],
          ['languages', from.languages.join(', ') || 'not told'],
          ['window', `${from.window.width} x ${from.window.height}, ${from.window.pixelRatio} device pixels`],
        ],
      },
      {
        title: 'Page',
        facts: [
          [
            'served',
            `${from.address.protocol} ${from.address.local ? 'from this machine' : 'from a host'}, ${from.address.depth} folders deep`,
          ],
          ['secure context', yes(from.secureContext)],
          ...from.hosting.map((text) => ['hosting', text] as const),
          [
            'service worker',
            `${from.worker.controls ? 'controls the page' : 'does not control the page'}${from.worker.offer === null ? '' : `; new version ${from.worker.offer}`}`,
          ],
          ['going on', `${from.going} jobs`],
        ],
      },
      { title: 'Backends', facts: backendFacts(from) },
      {
        title: 'Storage',
        facts: [
          ['state', storage.status],
          [
            'promised not to be evicted',
            typeof usage?.persisted === 'boolean' ? yes(usage.persisted) : 'not told',
          ],
          ['used of allowed', `${megabytes(usage?.usedBytes)} of ${megabytes(usage?.allowedBytes)}`],
          [
            'benchmarks, runs, embeddings',
            [usage?.partsBytes, usage?.runsBytes, usage?.embeddingsBytes].map(megabytes).join(', '),
          ],
          ['in memory only', megabytes(usage?.inMemoryBytes)],
          ['databases', storage.databases?.join(', ') ?? 'not told'],
          ['caches', storage.caches?.join(', ') ?? 'not told'],
          [
            'parts of benchmarks',
            `${number(kept.benchmarkParts)}, and ${number(kept.ownParts)} of files of one's own`,
          ],
          ['runs', number(kept.runs)],
          ['sets of embeddings', number(kept.embeddings)],
          ['models', number(kept.models)],
          ['corrections of categories', number(kept.corrections)],
          ['own code, own lessons', `${number(kept.codes)}, ${number(kept.lessons)}`],
        ],
      },
      {
        title: 'Open',
        facts: [
          ['view', open.view],
          ['benchmark', open.benchmark === null ? 'none' : `${open.benchmark}, ${open.pairs} pairs`],
          ...open.systems.map(({ kind, state }) => [`system ${kind}`, state] as const),
        ],
      },
      {
        title: 'Settings that were changed',
        facts: from.changed.length === 0 ? [['none', '']] : from.changed.map((text) => [text, ''] as const),
      },
    ],
  };
}

function backendFacts(from: DiagnosticSources): (readonly [string, string])[] {
  const { backend } = from;
  return [
    ['wanted', from.backendWanted],
    ['word vectors', backend ? `${backend.backend}, ${backend.why}` : 'no backend started yet'],
    ...(backend?.refused ?? []).map(
      ({ backend: refused, reason }) => [`${refused} refused`, reason] as const,
    ),
    ...from.transformers.map(
      ({ model, revision, dtype, device, threads }) =>
        [
          'transformer',
          `${model ?? 'from a folder of one’s own'} @ ${revision.slice(0, 12)}, ${dtype}, ${device}, ${threads} threads`,
        ] as const,
    ),
  ];
}

/** As Markdown, to be pasted into a report. */
export function diagnosticsText({ takenAt, sections, failures }: Diagnostics): string {
  const lines = ['## STS Playground diagnostics', '', `Taken ${takenAt}.`];
  for (const { title, facts } of sections) {
    lines.push('', `### ${title}`, '');
    for (const [name, value] of facts)
      lines.push(value === '' ? `- ${name}` : `- ${name}: ${oneLine(value)}`);
  }
  lines.push('', `### What went wrong since the page was opened (the last ${failures.length})`, '');
  if (failures.length === 0) lines.push('- nothing');
  for (const { at, code, message, cause, frames } of failures) {
    const more = [
      ...(message === null ? [] : [oneLine(message)]),
      ...(cause === null ? [] : [`because of ${cause}`]),
      ...(frames.length === 0 ? [] : [`at ${frames.join(' < ')}`]),
    ];
    lines.push(`- ${at} \`${code}\`${more.length === 0 ? '' : `: ${more.join('; ')}`}`);
  }
  return `${lines.join('\n')}\n`;
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
