import { describe, expect, it } from 'vitest';
import { Activities } from '../../../src/app/activities.svelte.ts';
import { Library } from '../../../src/app/library.svelte.ts';
import type { SentencePair } from '../../../src/benchmarks/types.ts';
import type { WorkerClient } from '../../../src/compute/clients/worker.ts';
import type { DeskService } from '../../../src/compute/protocol.ts';
import { Cancelled } from '../../../src/failure.ts';
import type { PlaygroundStore, StoredPart } from '../../../src/storage/types.ts';

/** A storage that hands out two pairs at a time, the later parts faster than the earlier ones. */
function libraryOf(sizes: Readonly<Record<string, number>>): {
  library: Library;
  parts: StoredPart[];
  activities: Activities;
} {
  const names = Object.keys(sizes);
  const store: Pick<PlaygroundStore, 'getPairs'> = {
    async getPairs(key, onProgress) {
      const pairs: SentencePair[] = [];
      while (pairs.length < sizes[key]!) {
        await new Promise((go) => setTimeout(go, 2 * (names.length - names.indexOf(key))));
        for (let i = 0; i < 2 && pairs.length < sizes[key]!; i++)
          pairs.push({ id: `${key}/${pairs.length}` } as SentencePair);
        onProgress?.(pairs.length, sizes[key]!);
      }
      return pairs;
    },
  };
  const activities = new Activities();
  const library = new Library(store as PlaygroundStore, {} as WorkerClient<DeskService>, activities);
  const parts = names.map((key) => ({ key, counts: { pairs: sizes[key]! } }) as StoredPart);
  return { library, parts, activities };
}

describe('the pairs of stored parts', () => {
  it('come in the order of the parts, and the progress counts all of them', async () => {
    const { library, parts, activities } = libraryOf({ train: 5, dev: 0, test: 3 });
    const read = library.pairsOf(parts);
    const [activity] = activities.list;
    const contents = await read;
    expect(contents.map((pairs) => pairs.map(({ id }) => id))).toEqual([
      ['train/0', 'train/1', 'train/2', 'train/3', 'train/4'],
      [],
      ['test/0', 'test/1', 'test/2'],
    ]);
    expect([activity!.done, activity!.total]).toEqual([8, 8]);
    expect(activities.list).toEqual([]);
  });

  it('are not given once the reading was cancelled', async () => {
    const { library, parts, activities } = libraryOf({ train: 50, test: 50 });
    const read = library.pairsOf(parts);
    activities.list[0]!.cancel();
    await expect(read).rejects.toBeInstanceOf(Cancelled);
    expect(activities.list).toEqual([]);
  });
});
