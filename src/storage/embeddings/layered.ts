import type { MemoryLayer } from '../memory.ts';
import type { EmbeddingsHead, PlaygroundStore } from '../types.ts';
import { describeHeld, haveSameRows, newestFirst } from './held.ts';
import type { HeldEmbeddings, InnerLayer } from './held.ts';

/** How the store gets at its layers. See store.ts. */
export interface Ways {
  memory: MemoryLayer;
  write(
    doing: string,
    work: (layer: InnerLayer) => Promise<void>,
    forget: () => void,
    inMemory?: () => Promise<void>,
  ): Promise<void>;
  ask<T>(doing: string, work: (layer: InnerLayer) => Promise<T>, otherwise: T): Promise<T>;
  remove<T>(doing: string, work: (layer: InnerLayer) => Promise<T>, nothing: T): Promise<[T, T]>;
}

export interface LayeredEmbeddings {
  calls: Pick<
    PlaygroundStore,
    'putEmbeddingsHead' | 'putEmbeddingsBatch' | 'listEmbeddings' | 'getEmbeddings' | 'deleteEmbeddings'
  >;
  /** After these sets, or all of them, were deleted. */
  forgetHeads(keys?: readonly string[]): void;
}

/** Embeddings over both layers: the head of a set and most of its batches may be in one, the rest in the other. */
export function layeredEmbeddings({ memory, write, ask, remove }: Ways): LayeredEmbeddings {
  /** Put or read in this session: a batch that falls into memory needs its head there, and the database may be gone. */
  const heads = new Map<string, EmbeddingsHead>();

  async function keepInMemory(key: string, batch: number, rows: Float32Array): Promise<void> {
    if (!memory.embeddings.has(key)) {
      const head = heads.get(key) ?? (await storedHead(key));
      if (head) await memory.putEmbeddingsHead(head);
    }
    await memory.putEmbeddingsBatch(key, batch, rows);
  }

  async function storedHead(key: string): Promise<EmbeddingsHead | undefined> {
    const sets = await ask('list the embeddings', (layer) => layer.heldEmbeddings(), []);
    return sets.find(({ head }) => head.key === key)?.head;
  }

  return {
    calls: {
      async putEmbeddingsHead(head) {
        const own = structuredClone(head);
        await write(
          'store the head of the embeddings',
          (layer) => layer.putEmbeddingsHead(own),
          () => memory.embeddings.forget(own.key, null),
        );
        heads.set(own.key, own);
      },
      putEmbeddingsBatch: (key, batch, rows) =>
        write(
          `store batch ${batch} of the embeddings`,
          async (layer) => {
            // Where there was no room for the head either.
            const kept = memory.embeddings.sets().get(key);
            if (kept) await layer.putEmbeddingsHead(kept.head);
            await layer.putEmbeddingsBatch(key, batch, rows);
          },
          () => memory.embeddings.forget(key, batch),
          () => keepInMemory(key, batch, rows),
        ),
      // Memory before the database, here and below: what moves from one to the other meanwhile is seen twice, not
      // never.
      async listEmbeddings() {
        const sets = new Map<string, HeldEmbeddings>();
        for (const kept of await memory.heldEmbeddings()) sets.set(kept.head.key, kept);
        for (const stored of await ask('list the embeddings', (layer) => layer.heldEmbeddings(), [])) {
          const kept = sets.get(stored.head.key);
          if (!kept) sets.set(stored.head.key, stored);
          else if (haveSameRows(kept.head, stored.head))
            sets.set(stored.head.key, {
              head: stored.head,
              held: stored.held.map((one, batch) => (one === 1 ? 1 : kept.held[batch]!)),
            });
        }
        return [...sets.values()].map(describeHeld).sort(newestFirst);
      },
      async getEmbeddings(key) {
        const kept = await memory.getEmbeddings(key);
        if (kept && !kept.batches.includes(null)) return kept;
        const stored = await ask('read the embeddings', (layer) => layer.getEmbeddings(key), undefined);
        if (stored) heads.set(key, structuredClone(stored.head));
        if (!kept || !stored) return kept ?? stored;
        if (!haveSameRows(kept.head, stored.head)) return kept;
        return {
          head: stored.head,
          batches: stored.batches.map((rows, batch) => kept.batches[batch] ?? rows),
        };
      },
      async deleteEmbeddings(key) {
        await remove(
          'delete the embeddings',
          async (layer) => {
            heads.delete(key);
            await layer.deleteEmbeddings(key);
          },
          undefined,
        );
      },
    },
    forgetHeads(keys) {
      if (!keys) heads.clear();
      else for (const key of keys) heads.delete(key);
    },
  };
}
