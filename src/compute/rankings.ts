import { againstBest, type AgainstBest } from '../evaluation/againstBest.ts';
import { suiteAverages } from '../evaluation/averages.ts';
import { evaluate } from '../evaluation/breakdown.ts';
import { expectedRanks, type ExpectedRankOptions } from '../evaluation/expectedRank.ts';
import { CORRELATION_NAMES, undefinedEstimate, type Correlations } from '../evaluation/types.ts';
import { MISSING_REASONS } from '../systems/types.ts';
import type {
  FiguresRequest,
  RankReply,
  RankRequest,
  RunColumns,
  SuiteReply,
  SuiteRequest,
  SuiteScope,
  SuiteSetReply,
} from './protocol.ts';

/** Correlations use no scale; only the share within 1.0, which is not kept here, does. */
const ANY_SCALE = [0, 1] as const;

function correlationsOf({ scores, reasons }: RunColumns, gold: Float64Array): Correlations {
  return evaluate({ scores, reasons, reasonNames: MISSING_REASONS, gold, scale: ANY_SCALE }).correlations;
}

/** The correlations of each run with the same gold, each over the pairs that it scored. */
export function figuresOf({ gold, runs }: FiguresRequest): Correlations[] {
  return runs.map((run) => correlationsOf(run, gold));
}

type RequestedSet = SuiteRequest['sets'][number];

/** Figures of a suite's sets, of its groups and of all of it. Nothing is averaged for a system that has not run everywhere. */
export function suiteTable({ systems, sets }: SuiteRequest): SuiteReply {
  const replies = sets.map(({ gold, runs }): SuiteSetReply => ({
    figures: runs.map((run) => run && correlationsOf(run, gold)),
    against: comparedOn(systems, gold, runs),
  }));
  const groups = [...new Set(sets.map(({ group }) => group))];
  const scopes = [...(groups.length > 1 ? groups : []), null].flatMap((group): SuiteScope[] => {
    const members = sets.flatMap((set, index) => (group === null || set.group === group ? [index] : []));
    return members.length > 1 ? [scopeOf(group, members, systems.length, sets, replies)] : [];
  });
  return { sets: replies, scopes };
}

function comparedOn(
  systems: readonly string[],
  gold: Float64Array,
  runs: readonly (RunColumns | null)[],
): AgainstBest | null {
  const ran = runs.flatMap((run, index) =>
    run ? [{ id: systems[index]!, ...run, reasonNames: MISSING_REASONS }] : [],
  );
  return ran.length > 1 ? againstBest({ gold, systems: ran }) : null;
}

function scopeOf(
  group: string | null,
  members: readonly number[],
  systems: number,
  sets: readonly RequestedSet[],
  replies: readonly SuiteSetReply[],
): SuiteScope {
  const own = members.map((index) => sets[index]!);
  const scales = [...new Set(own.map(({ scale: [low, high] }) => `${low}–${high}`))];
  const ran: number[] = [];
  const used: number[] = [];
  const averages: SuiteScope['averages'] = [];
  for (let system = 0; system < systems; system++) {
    const figures = members.map((index) => replies[index]!.figures[system] ?? null);
    ran.push(figures.filter((found) => found !== null).length);
    if (figures.includes(null)) {
      averages.push(null);
      used.push(0);
      continue;
    }
    const results = own.map(({ key }, place) => ({ key, correlations: figures[place]! }));
    const pooled = pooledOf(own, system, scales);
    averages.push(suiteAverages(results, pooled));
    used.push(pooled.used);
  }
  let rated = 0;
  for (const { gold } of own) for (const score of gold) if (!Number.isNaN(score)) rated++;
  return { group, sets: own.map(({ key }) => key), ran, rated, used, averages };
}

/** The correlations over the pairs of all sets together; not defined where their gold scores mean different things. */
function pooledOf(sets: readonly RequestedSet[], system: number, scales: readonly string[]): Correlations {
  const pooled = correlationsOf(
    {
      scores: joined(sets.map(({ runs }) => runs[system]!.scores)),
      reasons: Uint8Array.from(joined(sets.map(({ runs }) => runs[system]!.reasons))),
    },
    joined(sets.map(({ gold }) => gold)),
  );
  if (scales.length === 1) return pooled;
  const estimate = undefinedEstimate(`the gold scores are on different scales (${scales.join(', ')})`);
  const undefinedOnes = CORRELATION_NAMES.map((name) => [name, { estimate }]);
  return { ...pooled, ...(Object.fromEntries(undefinedOnes) as Partial<Correlations>) };
}

function joined(columns: readonly ArrayLike<number>[]): Float64Array {
  const whole = new Float64Array(columns.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const column of columns) {
    whole.set(column, at);
    at += column.length;
  }
  return whole;
}

/**
 * The expected rank of systems by the Pearson correlation of their runs. A run whose correlation is not defined is a
 * submission without a score.
 */
export async function rankSystems(
  { gold, systems }: RankRequest,
  options: ExpectedRankOptions,
): Promise<RankReply> {
  const figures = systems.map(({ runs }) => figuresOf({ gold, runs }));
  const submissions = systems.map(({ id }, index) => ({
    id,
    scores: figures[index]!.map(({ pearson }) => pearson.estimate.value ?? NaN),
  }));
  return { ranks: await expectedRanks(submissions, options), figures };
}
