import { describe, expect, it, vi } from 'vitest';
import type { Comparison, OpenBenchmark } from '../../../src/app/comparison.svelte.ts';
import { importedSystems } from '../../../src/app/importedSystems.ts';
import { pickStoredRun } from '../../../src/app/runs.ts';
import { takeScores } from '../../../src/app/scoreImport.ts';
import type { Run } from '../../../src/storage/types.ts';
import type { ScoreChoice } from '../../../src/systems/importedScores.ts';
import { parseSystem, shortId } from '../../../src/systems/registry.ts';
import { PLAIN_NUMBERS, readScoreFile } from '../../../src/systems/scoreFile.ts';

vi.stubGlobal('__APP_VERSION__', 'this one');

const part = { benchmark: 'own', split: 'test', set: null, key: 'own/test', contentHash: 'c'.repeat(64) };
const benchmark = {
  info: { id: 'own', title: 'Own' },
  parts: [{ ...part, counts: { pairs: 3, rated: 2 } }],
  pairs: [1, 2, 3].map((row) => ({ id: `own/test/${row}` })),
  gold: Float64Array.of(1, NaN, 3),
} as unknown as OpenBenchmark;

const CHOICE: ScoreChoice = { ...PLAIN_NUMBERS, absent: 'refuse', ids: null, columns: [0, 1] };

async function take(text: string, choice: Partial<ScoreChoice> = {}) {
  const file = await readScoreFile({ name: 'my runs.csv', bytes: new TextEncoder().encode(text) });
  const stored: Run[] = [];
  const shown: [string, Run][] = [];
  const tools = {
    store: { putRun: async (run: Run) => void stored.push(run) },
    comparison: {
      showSystem: async (spec, run) => void shown.push([shortId(spec), run]),
    } as Pick<Comparison, 'showSystem'> as Comparison,
  };
  const done = takeScores(tools, benchmark, file, { ...CHOICE, ...choice });
  await done.catch(() => {});
  return { done, stored, shown, file };
}

describe('takeScores', () => {
  it('stores a run of each column with where it came from, and shows it', async () => {
    const { done, stored, shown, file } = await take('one,two\n0.1,1\n0.2,2\n0.3,3\n');
    await done;
    const hash = file.sha256.slice(0, 8);
    expect(shown.map(([id]) => id)).toEqual([
      `scores:my%20runs.csv#${hash}(column=one)`,
      `scores:my%20runs.csv#${hash}(column=two)`,
    ]);
    expect(stored.map(({ scores }) => [...scores.values])).toEqual([
      [0.1, 0.2, 0.3],
      [1, 2, 3],
    ]);
    const { provenance } = stored[0]!;
    expect(provenance.scoreFile).toEqual({
      name: 'my runs.csv',
      sha256: file.sha256,
      column: 'one',
      joinedBy: 'order',
    });
    expect(provenance).toMatchObject({ pairs: 3, rated: 2, backend: 'none', model: null });
    expect(parseSystem(provenance.system).parameters).toMatchObject({
      file: `my runs.csv#${hash}`,
      column: 'one',
    });
    expect(new Set(stored.map(({ key }) => key)).size).toBe(2);
  });

  it('names how it was joined and read in the id', async () => {
    const { stored } = await take('id,s\n3,30 %\n1,10 %\n2,nan\n', {
      columns: [1],
      ids: 0,
      percent: true,
      absent: 'skip',
    });
    expect([...stored[0]!.scores.values]).toEqual([0.1, NaN, 0.3]);
    expect(parseSystem(stored[0]!.provenance.system).parameters).toMatchObject({
      column: 's',
      ids: 'id',
      numbers: 'percent',
      absent: 'skip',
    });
  });

  it('stores nothing where one column is refused', async () => {
    const { done, stored, shown } = await take('one,two\n0.1,1\n0.2,x\n0.3,3\n');
    await expect(done).rejects.toMatchObject({ code: 'bad-scores' });
    expect([stored, shown]).toEqual([[], []]);
  });

  it('is found again on the same content, whatever version of the page took it', async () => {
    const { stored } = await take('0.1\n0.2\n0.3\n', { columns: [0] });
    const run = stored[0]!;
    const old = { ...run, provenance: { ...run.provenance, appVersion: 'an older one' } };
    const { system } = run.provenance;
    expect(pickStoredRun([old], benchmark.parts, system, 'auto')).toBe(old);
    expect(pickStoredRun([old], [{ ...part, contentHash: 'd' }], system, 'auto')).toBeUndefined();
    const store = { listRuns: async () => [old, run] };
    expect(await importedSystems(store, benchmark)).toEqual([system]);
    const changed = { ...benchmark, parts: [{ ...benchmark.parts[0]!, contentHash: 'd' }] };
    expect(await importedSystems(store, changed)).toEqual([]);
  });
});
