import { describe, expect, it } from 'vitest';
import type { Runner } from '../../../src/app/rankingRuns.ts';
import { Suites } from '../../../src/app/suites.svelte.ts';
import { pearson } from '../../../src/evaluation/correlation.ts';
import { Failure, throwIfAborted } from '../../../src/failure.ts';
import type { Run } from '../../../src/storage/types.ts';
import { systemId, type SystemSpec } from '../../../src/systems/registry.ts';
import {
  deskClient,
  entryOf,
  fakeActivities,
  fakeComparison,
  GOLD,
  runOf,
  scoresOf,
} from './rankingFakes.ts';

const YEAR = 'sts2013-test';
/** Of the three sets of STS 2013 the last is not here. */
const HERE = ['test/FNWN', 'test/headlines'];
const partOf = (part: string, contentHash = 'h') => ({
  key: `${YEAR}/${part}`,
  contentHash,
  info: { id: YEAR, scale: [0, 5] },
  counts: { rated: GOLD.length },
});

function setUp(during: (spec: SystemSpec, part: string) => void = () => {}) {
  const ran: string[] = [];
  const stored: Run[] = [];
  const closed: string[] = [];
  const hash = { current: 'h' };
  const activities = fakeActivities();
  const comparison = Object.assign(fakeComparison([entryOf(1, 'overlap-cosine'), entryOf(2, 'glove-sum')]), {
    read: async (_: string, [part]: readonly string[]) => ({
      parts: [partOf(part!, hash.current)],
      gold: GOLD,
      task: { key: `task of ${part}` },
    }),
  });
  const runner: Pick<Runner, 'run' | 'stored' | 'finish'> = {
    async run({ parts }, spec, whole) {
      throwIfAborted(whole.signal);
      const [part] = parts;
      const name = part!.key.split('/').at(-1)!;
      ran.push(`${name} ${spec.kind}`);
      during(spec, name);
      throwIfAborted(whole.signal);
      const run = runOf(spec, spec.kind === 'glove-sum' ? 0.5 : 2, {
        key: part!.key,
        contentHash: part!.contentHash,
      });
      stored.push(run);
      return run;
    },
    stored: (runs, [part], spec) =>
      runs.find(
        ({ provenance: { system, parts } }) =>
          system === systemId(spec) &&
          parts[0]!.key === part!.key &&
          parts[0]!.contentHash === part!.contentHash,
      ),
    finish: async () => {},
  };
  const library = {
    stored: [],
    storedPart: (benchmark: string, part: string) =>
      benchmark === YEAR && HERE.includes(part) ? partOf(part, hash.current) : undefined,
    isOnSite: () => false,
    pairsOf: async () => [Array.from(GOLD, (gold) => ({ gold }))],
    titleOf: ({ title }: { title: string }) => title,
  };
  const suites = new Suites({
    store: { listRuns: async () => stored },
    scoring: {
      call: async (use: (service: { closeTask: (key: string) => void }) => unknown) =>
        use({ closeTask: (key) => void closed.push(key) }),
    },
    desk: deskClient(),
    activities,
    library,
    onProblem: (error: unknown) => {
      throw error;
    },
    comparison,
    runner,
    partsOf: () => ['dev'],
  } as never);
  suites.suiteId = 'sts2013';
  return { suites, ran, stored, closed, activities, comparison, hash };
}

describe('Suites', () => {
  it('runs every system on every set that is here, set by set, and names the others', async () => {
    const { suites, ran, closed } = setUp();
    expect(suites.here.map(({ part }) => part)).toEqual(HERE);
    expect(suites.howToGet()[0]!.sets).toEqual(['OnWN']);
    expect(suites.missing).toBe(4);
    await suites.run();
    expect(ran).toEqual([
      'FNWN overlap-cosine',
      'FNWN glove-sum',
      'headlines overlap-cosine',
      'headlines glove-sum',
    ]);
    expect(closed).toEqual(['task of test/FNWN', 'task of test/headlines']);
    expect(suites.missing).toBe(0);
    const { reply } = suites.shown!;
    const expected = [2, 0.5].map((noise) => pearson(scoresOf(noise), GOLD).value);
    expect(reply.sets[0]!.figures.map((figures) => figures!.pearson.estimate.value)).toEqual(expected);
    expect(reply.scopes[0]!.averages[1]!.pearson.meanOfSets.value).toBeCloseTo(expected[1]!, 12);
    await suites.run();
    expect(ran).toHaveLength(4);
  });

  it('shows stored runs at once', async () => {
    const { suites, stored, ran, comparison } = setUp();
    stored.push(runOf(comparison.systems[1]!.spec, 0.5, { key: `${YEAR}/test/headlines`, contentHash: 'h' }));
    await suites.restore();
    expect(ran).toEqual([]);
    expect(suites.shown!.sets.map(({ title }) => title)).toEqual(['headlines']);
    expect(suites.shown!.reply.sets[0]!.figures.map((figures) => figures !== null)).toEqual([false, true]);
    expect(suites.missing).toBe(3);
  });

  it('keeps what ran when it is cancelled', async () => {
    const { suites, ran, activities } = setUp((spec, part) => {
      if (spec.kind === 'glove-sum' && part === 'FNWN') activities.list[0]!.cancel();
    });
    await suites.run();
    expect(ran).toEqual(['FNWN overlap-cosine', 'FNWN glove-sum']);
    expect(suites.missing).toBe(3);
    expect(suites.progress).toBeNull();
    // A cancel is no failure.
    expect(suites.cell(suites.here[0]!, suites.systems[1]!.id)).toBeUndefined();
    expect(suites.shown!.sets).toHaveLength(1);
  });

  it('tries a system that failed on no other set, and says why; the others go on', async () => {
    const { suites, ran } = setUp((spec) => {
      if (spec.kind === 'glove-sum') throw new Failure('gone', 'The vectors are gone.', 'Get them.');
    });
    await suites.run();
    expect(ran).toEqual(['FNWN overlap-cosine', 'FNWN glove-sum', 'headlines overlap-cosine']);
    const cells = suites.here.map((set) => suites.cell(set, suites.systems[1]!.id));
    expect(cells[0]).toEqual({ kind: 'failed', why: 'The vectors are gone. Get them.' });
    expect(cells[1]).toMatchObject({
      kind: 'failed',
      why: expect.stringContaining('not tried: on STS 2013 FNWN'),
    });
    expect(suites.missing).toBe(2);
  });

  it('shows no scores of a set whose file was replaced', async () => {
    const { suites, hash } = setUp();
    await suites.run();
    hash.current = 'another';
    await suites.restore();
    expect(suites.missing).toBe(4);
    expect(suites.shown!.sets).toEqual([]);
  });

  it('does not try to compute imported scores', async () => {
    const { suites, ran, comparison } = setUp();
    comparison.systems = [entryOf(1, 'overlap-cosine'), entryOf(3, 'scores')] as never;
    expect(suites.missing).toBe(2);
    await suites.run();
    expect(ran).toEqual(['FNWN overlap-cosine', 'headlines overlap-cosine']);
    expect(suites.missing).toBe(0);
  });

  it('leaves out the systems that are not ticked', async () => {
    const { suites, ran } = setUp();
    suites.include(1, false);
    await suites.run();
    expect(ran).toEqual(['FNWN glove-sum', 'headlines glove-sum']);
    suites.include(1, true);
    expect(suites.missing).toBe(2);
  });
});
