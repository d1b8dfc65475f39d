import { vi } from 'vitest';
import { IDBFactory, IDBObjectStore } from 'fake-indexeddb';
import { openDB } from 'idb';
import type { IDBPDatabase } from 'idb';
import { auditPart } from '../../../src/benchmarks/audit.ts';
import type { SentencePair } from '../../../src/benchmarks/types.ts';
import { packPairs } from '../../../src/storage/columns.ts';
import { embeddingsKey, runKey } from '../../../src/storage/runKey.ts';
import { approximateSizeBytes } from '../../../src/storage/sizes.ts';
import { partKey } from '../../../src/storage/types.ts';
import type {
  EmbeddingsHead,
  EncoderProvenance,
  Provenance,
  Run,
  StoredPart,
  StoreLayer,
} from '../../../src/storage/types.ts';

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

export function makeEncoder(change: Partial<EncoderProvenance> = {}): EncoderProvenance {
  return {
    encoder: 'transformer(model=tiny)',
    model: { id: 'tiny', revision: 'dd' },
    tokeniser: 'Unigram, 40 pieces',
    backend: 'wasm',
    dtype: 'fp32',
    pooling: 'mean',
    normalise: true,
    prefix: '',
    maxTokens: 16,
    batching: 'by length, 3 a batch',
    libraries: { 'onnxruntime-web': '1.27.0' },
    encoderVersion: '1',
    ...change,
  };
}

/** A set of `rows` rows, the last sentence first, `perBatch` a batch; one more sentence has no token. */
export async function makeHead(
  change: Partial<EmbeddingsHead> = {},
  { rows = 7, perBatch = 3 } = {},
): Promise<EmbeddingsHead> {
  const offsets = [0];
  while (offsets.at(-1)! < rows) offsets.push(Math.min(rows, offsets.at(-1)! + perBatch));
  const head = {
    provenance: makeEncoder(),
    taskKey: 'test@aa',
    title: 'Invented, test',
    dimension: 4,
    sentences: rows + 1,
    order: Int32Array.from({ length: rows }, (_, row) => rows - 1 - row),
    offsets: Int32Array.from(offsets),
    tokens: Int32Array.from({ length: rows + 1 }, (_, sentence) => (sentence < rows ? 3 + sentence : 0)),
    unknown: new Int32Array(rows + 1),
    notes: ['An invented note.'],
    backendReason: 'chosen by the user',
    modelOrigin: 'site',
    threads: 1,
    createdAt: '2026-01-04T00:00:00.000Z',
    ...change,
  };
  return { key: await embeddingsKey(head.provenance, head.taskKey), ...head };
}

/** The rows of a batch: no two values of a set are equal, and `salt` makes two versions differ. */
export function makeRows({ offsets, dimension }: EmbeddingsHead, batch: number, salt = 0): Float32Array {
  const from = offsets[batch]! * dimension;
  const length = (offsets[batch + 1]! - offsets[batch]!) * dimension;
  return Float32Array.from({ length }, (_, index) => (from + index) / 8 - 1 + salt);
}

export function allRows(head: EmbeddingsHead): Float32Array[] {
  return Array.from({ length: head.offsets.length - 1 }, (_, batch) => makeRows(head, batch));
}

/** Whether rows are the same bit for bit: a matcher takes seconds over a megabyte of numbers. */
export function sameRows(a: readonly (Float32Array | null)[], b: readonly (Float32Array | null)[]): boolean {
  const bytes = (rows: Float32Array) => Buffer.from(rows.buffer, rows.byteOffset, rows.byteLength);
  return (
    a.length === b.length &&
    a.every((rows, batch) => {
      const other = b[batch]!;
      return rows === null || other === null ? rows === other : bytes(rows).equals(bytes(other));
    })
  );
}

/** Puts the head and the first `batches` of its batches. */
export async function putSet(
  store: StoreLayer,
  head: EmbeddingsHead,
  batches = head.offsets.length - 1,
): Promise<void> {
  await store.putEmbeddingsHead(head);
  for (let batch = 0; batch < batches; batch++)
    await store.putEmbeddingsBatch(head.key, batch, makeRows(head, batch));
}

/** The database as version 1 of the schema made it. */
export function openVersionOne(name: string): Promise<IDBPDatabase> {
  return openDB(name, 1, {
    upgrade(database) {
      database.createObjectStore('parts', { keyPath: 'key' });
      database.createObjectStore('pairs', { keyPath: ['part', 'index'] });
      const runs = database.createObjectStore('runs', { keyPath: 'key' });
      runs.createIndex('benchmark', 'provenance.benchmark');
      runs.createIndex('part', 'partKeys', { multiEntry: true });
      database.createObjectStore('settings', { keyPath: 'key' });
    },
  });
}

/** One part of at most 2,000 pairs, one run and one setting, as version 1 wrote them. */
export async function fillVersionOne(
  database: IDBPDatabase,
  part: StoredPart,
  pairs: readonly SentencePair[],
  run: Run,
): Promise<void> {
  await database.put('parts', part);
  await database.put('pairs', { part: part.key, index: 0, columns: packPairs(pairs) });
  await database.put('runs', { ...run, partKeys: run.provenance.parts.map(({ key }) => key) });
  await database.put('settings', { key: 'theme', value: 'dark' });
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

/** Waits for what the store does by itself. Its limit is that of a test, not of a busy machine's patience. */
export const eventually = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 30_000 });

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
