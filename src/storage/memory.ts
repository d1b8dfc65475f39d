import { pause } from '../systems/pause.ts';
import type { SentencePair } from '../benchmarks/types.ts';
import { byAge, checkPart, checkRun, chunksOf, partMissing } from './checks.ts';
import type { InnerLayer } from './embeddings/held.ts';
import { keepEmbeddings } from './embeddings/memory.ts';
import type { EmbeddingsInMemory } from './embeddings/memory.ts';
import { approximateSizeBytes } from './sizes.ts';
import type { Run, StoredPart } from './types.ts';

export interface MemoryLayer extends InnerLayer {
  embeddings: EmbeddingsInMemory;
  isEmpty(): boolean;
  hasPart(key: string): boolean;
  hasSetting(key: string): boolean;
  settings(): ReadonlyMap<string, unknown>;
  /** Drops the copy here, because the database has the newer one. */
  forget(kind: 'part' | 'run' | 'setting', key: string): void;
}

/** Keeps everything for the session. Copies on the way in and out, as a database does. */
export function createMemoryLayer(): MemoryLayer {
  const parts = new Map<string, { part: StoredPart; chunks: SentencePair[][] }>();
  const runs = new Map<string, Run>();
  const settings = new Map<string, unknown>();
  const embeddings = keepEmbeddings();

  const runsOf = (key: string) =>
    [...runs.values()]
      .filter((run) => run.provenance.parts.some((part) => part.key === key))
      .map((run) => run.key);

  return {
    embeddings,
    ...embeddings.calls,
    isEmpty: () => parts.size + runs.size + settings.size === 0 && embeddings.isEmpty(),
    hasPart: (key) => parts.has(key),
    hasSetting: (key) => settings.has(key),
    settings: () => settings,
    forget(kind, key) {
      ({ part: parts, run: runs, setting: settings })[kind].delete(key);
    },

    async putPart(part, pairs) {
      checkPart(part, pairs);
      parts.set(part.key, structuredClone({ part, chunks: chunksOf(pairs) }));
    },
    async listParts() {
      const keys = [...parts.keys()].sort();
      return keys.map((key) => structuredClone(parts.get(key)!.part));
    },
    async getPairs(key, onProgress) {
      const stored = parts.get(key);
      if (!stored) throw partMissing(key);
      const pairs: SentencePair[] = [];
      for (const chunk of stored.chunks) {
        for (const pair of structuredClone(chunk)) pairs.push(pair);
        onProgress?.(pairs.length, stored.part.counts.pairs);
        await pause();
      }
      return pairs;
    },
    async runsOfPart(key) {
      return runsOf(key).sort();
    },
    async deletePart(key, contentHashes = []) {
      const own = parts.get(key)?.part.contentHash;
      const contents = own === undefined ? contentHashes : [own, ...contentHashes];
      const deletedEmbeddings = embeddings.deleteOfContents(contents);
      const deletedRuns = runsOf(key).sort();
      for (const run of deletedRuns) runs.delete(run);
      parts.delete(key);
      return { deletedRuns, deletedEmbeddings };
    },

    async putRun(run) {
      await checkRun(run);
      runs.set(run.key, structuredClone(run));
    },
    async getRun(key) {
      return structuredClone(runs.get(key));
    },
    async listRuns({ benchmark } = {}) {
      const found = [...runs.values()].filter(
        (run) => benchmark === undefined || run.provenance.benchmark === benchmark,
      );
      return structuredClone(found).sort(byAge);
    },
    async deleteRun(key) {
      runs.delete(key);
    },

    async getSetting<T>(key: string) {
      return structuredClone(settings.get(key)) as T | undefined;
    },
    async listSettings(prefix) {
      const found = [...settings].filter(([key]) => key.startsWith(prefix));
      return new Map(
        found.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, value]) => [key, structuredClone(value)]),
      );
    },
    async putSetting(key, value) {
      settings.set(key, structuredClone(value));
    },

    async sizes() {
      let partsBytes = 0;
      for (const { part } of parts.values()) partsBytes += part.sizeBytes;
      let runsBytes = 0;
      for (const run of runs.values()) runsBytes += approximateSizeBytes(run);
      let settingsBytes = 0;
      for (const [key, value] of settings) settingsBytes += key.length + approximateSizeBytes(value);
      return { partsBytes, runsBytes, embeddingsBytes: embeddings.sizeBytes(), settingsBytes };
    },
    async wipe() {
      parts.clear();
      runs.clear();
      settings.clear();
      embeddings.clear();
    },
  };
}
