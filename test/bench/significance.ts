import { againstBest, bootstrapAgainstBest } from '../../src/evaluation/againstBest.ts';
import { expectedRanks } from '../../src/evaluation/expectedRank.ts';
import { seeded } from '../../src/evaluation/random.ts';
import { median, type Report } from './report.ts';

const ROUNDS = 5;
const PAIRS = 8_628;
const SYSTEMS = 10;
const TEAMS = 20;
const SUBMISSIONS = 50;
/** What a person waits for without a second thought about it. */
const TABLE_LIMIT_S = 3.5;
const RANK_LIMIT_S = 1;

/** Of the processor, not of the clock: one thread computes, and what else the machine does is not its fault. */
async function medianSeconds(work: () => Promise<unknown>): Promise<number> {
  const seconds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    seconds.push((user + system) / 1e6);
  }
  return median(seconds);
}

/** Processor time of the significance table and of the expected rank, in Node, on invented columns of real size. */
export async function benchSignificance(report: Report): Promise<void> {
  const random = seeded(1);
  const uniform = (): number => random() / 2 ** 32;
  // Gold in steps of 0.2, as on STS-B.
  const gold = Float64Array.from({ length: PAIRS }, () => Math.round(uniform() * 25) / 5);
  const systems = Array.from({ length: SYSTEMS }, (_, index) => ({
    id: `system ${index}`,
    scores: gold.map((value) => value / 5 + (uniform() - 0.5) * (0.5 + index / 10)),
  }));
  const input = { gold, systems };
  report.row('tests and intervals', await medianSeconds(async () => againstBest(input)));
  const table = await medianSeconds(() => bootstrapAgainstBest(againstBest(input), input, { seed: 1 }));
  report.row('the same with 2,000 resamples, Pearson and re-ranked Spearman', table);
  report.ratio(`${TABLE_LIMIT_S} s over that`, TABLE_LIMIT_S / table, 1);

  const teams = Array.from({ length: TEAMS }, (_, index) => ({
    id: `team ${index}`,
    scores: Array.from({ length: SUBMISSIONS }, uniform),
  }));
  const ranks = await medianSeconds(() => expectedRanks(teams, { seed: 1 }));
  report.row('expected rank of 20 systems, 50 submissions each, 10,000 samples', ranks);
  report.ratio(`${RANK_LIMIT_S} s over that`, RANK_LIMIT_S / ranks, 1);
}
