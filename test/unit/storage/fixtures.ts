import { vi } from 'vitest';
import { IDBFactory, IDBObjectStore } from 'fake-indexeddb';
import { auditPart } from '../../../src/benchmarks/audit.ts';
import type { SentencePair } from '../../../src/benchmarks/types.ts';
import { runKey } from '../../../src/storage/runKey.ts';
import { approximateSizeBytes } from '../../../src/storage/sizes.ts';
import { partKey } from '../../../src/storage/types.ts';
import type { Provenance, Run, StoredPart } from '../../../src/storage/types.ts';

/** Gives every test a browser without data. */
export function freshBrowser(): void {
  vi.stubGlobal('indexedDB', new IDBFactory());
}

/** Every fifth pair is unrated. `word` makes two versions of a part differ. */
export function makePairs(count: number, word = 'kettle'): SentencePair[] {
  return Array.from({ length: count }, (_, row) => ({
    id: `invented/test/${row}`,
    sentence1: `The ${word} number ${row} whistles.`,
    sentence2: `A ${word} makes a noise.`,
    gold: row % 5 === 4 ? null : (row % 6) / 1.2,
    languages: ['en', 'en'],
  }));
}

export function makePart(pairs: readonly SentencePair[], change: Partial<StoredPart> = {}): StoredPart {
  const rated = pairs.filter((pair) => pair.gold !== null).length;
  const report = {
    files: ['invented.tsv'],
    read: pairs.length,
    rated,
    unrated: pairs.length - rated,
    rejected: [],
    notes: [],
  };
  const part = {
    benchmark: 'invented',
    split: 'test',
    set: null,
    info: { id: 'invented', title: 'Invented', scale: [0, 5], licence: 'CC0-1.0', citation: 'nobody' },
    contentHash: `hash of ${pairs[0]?.sentence1}`,
    counts: { pairs: pairs.length, rated },
    languages: ['en'],
    report,
    audit: auditPart({ benchmark: 'invented', split: 'test', set: null, pairs: [...pairs], report }),
    importedAt: '2026-01-02T03:04:05.000Z',
    origin: { kind: 'embedded', name: 'fixture' },
    sizeBytes: approximateSizeBytes(pairs),
    ...change,
  } satisfies Omit<StoredPart, 'key'>;
  return { key: partKey(part), ...part };
}

export function makeProvenance(change: Partial<Provenance> = {}): Provenance {
  return {
    benchmark: 'invented',
    parts: [{ key: 'invented/test', contentHash: 'aa' }],
    filter: 'none',
    pairs: 4,
    rated: 3,
    system: 'sif(a=1e-3,components=1)',
    model: { id: 'glove', revision: 'bb' },
    frequencies: { id: 'subtlex', sha256: 'cc' },
    tokeniser: 'words',
    lowerCase: true,
    fittedOn: 'one component on the 8 sentences of test',
    measure: 'cosine',
    backend: 'wasm',
    backendReason: 'WebGPU is missing',
    dtype: 'fp32',
    pooling: 'sum',
    maxTokens: null,
    libraries: { tfjs: '4.22.0', idb: '8.0.4' },
    appVersion: '0.1.0',
    ...change,
  };
}

export async function makeRun(
  change: Partial<Provenance> = {},
  createdAt = '2026-01-03T00:00:00.000Z',
): Promise<Run> {
  const provenance = makeProvenance(change);
  return {
    key: await runKey(provenance),
    provenance,
    scores: { values: new Float64Array([0.25, NaN, -1, 1 / 3]), reasons: new Uint8Array([0, 2, 0, 0]) },
    createdAt,
    notes: [],
    tokens: 60,
    unknownTokens: 2,
    seconds: 1.5,
  };
}

/** The connections that the code under test has opened, as the browser sees them. */
export function watchConnections(): IDBDatabase[] {
  const connections: IDBDatabase[] = [];
  const open = IDBFactory.prototype.open;
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(function (this: IDBFactory, name, version) {
    const request = open.call(this, name, version);
    request.addEventListener('success', () => connections.push(request.result));
    return request;
  });
  return connections;
}

export type QuotaStyle = 'put throws' | 'commit fails';

/**
 * Lets `room.leftBytes` be written. Browsers tell of a full disk in two ways: at the request, or by aborting
 * the transaction, in which case the pending request only says "AbortError".
 */
export function limitRoom(leftBytes: number, style: QuotaStyle): { leftBytes: number } {
  const room = { leftBytes };
  const put = IDBObjectStore.prototype.put;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
    room.leftBytes -= approximateSizeBytes(value);
    if (room.leftBytes >= 0) return put.call(this, value, key);
    if (style === 'put throws') throw new DOMException('full', 'QuotaExceededError');
    const request = put.call(this, value, key);
    (this.transaction as unknown as { _abort(name: string): void })._abort('QuotaExceededError');
    return request;
  });
  return room;
}
