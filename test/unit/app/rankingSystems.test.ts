import { describe, expect, it } from 'vitest';
import {
  OLDER_MODEL,
  OLDER_PAGE,
  rankedRuns,
  SAME_PARAMETERS,
  type RankedRuns,
} from '../../../src/app/rankingSystems.ts';
import type { Run } from '../../../src/storage/types.ts';

const PARTS = [{ key: 'own/dev', contentHash: 'h1' }];

function run(key: string, system: string, more: Record<string, unknown> = {}): Run {
  const provenance = {
    system,
    parts: PARTS,
    model: { id: 'glove', revision: 'r' },
    appVersion: 'v2',
    ...more,
  };
  return { key, provenance } as never;
}

const ranked = (...runs: Run[]): RankedRuns =>
  rankedRuns(
    runs,
    PARTS,
    'v2',
    (kind) => (kind === 'overlap-cosine' ? null : 'glove'),
    ({ provenance }) => provenance.model?.revision !== 'stale',
  );
const shape = ({ groups }: RankedRuns) => groups.map(({ id, runs }) => [id, runs.map(({ key }) => key)]);

describe('rankedRuns', () => {
  it('takes runs of a kind and its model as the submissions of one system', () => {
    const found = ranked(
      run('1', 'sif(a=1e-3)'),
      run('2', 'overlap-cosine(lower=true)', { model: null }),
      run('3', 'sif(a=1e-4)'),
      run('4', 'transformer:use-lite(dtype=q8)', { model: { id: 'use-lite', revision: 'r' } }),
      run('5', 'transformer:mini(dtype=q8)', { model: { id: 'mini', revision: 'r' } }),
      run('6', 'sif(a=1e-3,vectors=file:mine)', { model: { id: 'file:mine', revision: 'r' } }),
    );
    expect(shape(found)).toEqual([
      ['sif', ['1', '3']],
      ['overlap-cosine', ['2']],
      ['transformer:use-lite', ['4']],
      ['transformer:mini', ['5']],
      ['sif with file:mine', ['6']],
    ]);
    expect(found.left).toEqual([]);
  });

  it('knows only runs of exactly these parts with this content', () => {
    const found = ranked(
      run('1', 'sif(a=1)', { parts: [{ key: 'own/dev', contentHash: 'h2' }] }),
      run('2', 'sif(a=1)', { parts: [...PARTS, { key: 'own/test', contentHash: 'h1' }] }),
      run('3', 'sif(a=1)', { parts: [{ key: 'own/test', contentHash: 'h1' }] }),
    );
    expect(found).toEqual({ groups: [], left: [] });
  });

  it('counts what is no submission, with the reason', () => {
    const found = ranked(
      run('1', 'sif(a=1)', { appVersion: 'v1' }),
      run('2', 'sif(a=1)', { appVersion: 'v1' }),
      run('3', 'sif(a=1)', { model: { id: 'glove', revision: 'stale' } }),
      run('4', 'sif(a=1)'),
    );
    expect(shape(found)).toEqual([['sif', ['4']]]);
    expect(found.left).toEqual([
      { reason: OLDER_PAGE, count: 2 },
      { reason: OLDER_MODEL, count: 1 },
    ]);
  });

  it('counts the same parameters once, as young as their newest run', () => {
    const found = ranked(run('wasm', 'sif(a=1)'), run('other', 'sif(a=2)'), run('cpu', 'sif(a=1)'));
    expect(shape(found)).toEqual([['sif', ['other', 'cpu']]]);
    expect(found.left).toEqual([{ reason: SAME_PARAMETERS, count: 1 }]);
  });
});
