import data from './published.json';

/** A figure that others published. It was not computed by this page. */
export interface PublishedSystem {
  /** "BIT run 1", "baseline". */
  name: string;
  /** Correlation x 100, with the two decimals of its source. */
  hundredfold: number;
  /** Submitted after the deadline of the shared task. */
  late: boolean;
}

/** The published figures of one part of a benchmark, all by one measure. */
export interface PublishedTable {
  /** "track 5", "STS-B test". */
  place: string;
  measure: 'pearson' | 'spearman';
  /** The measure as its source describes it. */
  measureText: string;
  source: string;
  /** Best first; of equal figures, in the order of the source. */
  systems: readonly PublishedSystem[];
}

/**
 * The figures published for exactly the parts given ("test/track5.en-en"), null where there are none. Figures of one
 * track say nothing of two tracks pooled, nor of a part of one.
 */
export function publishedFor(benchmark: string, parts: readonly string[]): PublishedTable | null {
  const [part] = parts;
  if (part === undefined || parts.length > 1) return null;
  if (benchmark === 'sts2017') return ofTrack(/^test\/track(\w+)\./.exec(part)?.[1]);
  return benchmark === 'stsbenchmark' && part === data.stsbenchmark.part ? OF_STSB : null;
}

const OF_STSB: PublishedTable = {
  place: 'STS-B test',
  measure: 'spearman',
  measureText: data.stsbenchmark.measure,
  source: data.stsbenchmark.source,
  systems: bestFirst(
    data.stsbenchmark.systems.map(([name, hundredfold]) => ({
      name: String(name),
      hundredfold: Number(hundredfold),
      late: false,
    })),
  ),
};

function ofTrack(track: string | undefined): PublishedTable | null {
  const { baseline, systems, measure, source } = data.sts2017;
  const figureIn = (tracks: Readonly<Record<string, number>>): number | undefined =>
    track === undefined ? undefined : tracks[track];
  const ofBaseline = figureIn(baseline);
  if (ofBaseline === undefined) return null;
  const entries = systems.flatMap(({ team, run, late, tracks }) => {
    const hundredfold = figureIn(tracks);
    return hundredfold === undefined ? [] : [{ name: `${team} run ${run}`, hundredfold, late }];
  });
  return {
    place: `track ${track}`,
    measure: 'pearson',
    measureText: measure,
    source,
    systems: bestFirst([...entries, { name: 'the baseline', hundredfold: ofBaseline, late: false }]),
  };
}

function bestFirst(systems: PublishedSystem[]): PublishedSystem[] {
  return systems.sort((a, b) => b.hundredfold - a.hundredfold);
}

/** Where a computed figure stands among the published ones. */
export interface Standing {
  /** The nearest that is better; null for none. */
  above: PublishedSystem | null;
  /** Those with the same two decimals. */
  level: readonly PublishedSystem[];
  /** The nearest that is worse; null for none. */
  below: PublishedSystem | null;
}

/** @param correlation in [-1, 1]. It is compared with the two decimals that the published figures have. */
export function standing(correlation: number, { systems }: PublishedTable): Standing {
  const figure = Number((100 * correlation).toFixed(2));
  return {
    above: systems.findLast(({ hundredfold }) => hundredfold > figure) ?? null,
    level: systems.filter(({ hundredfold }) => hundredfold === figure),
    below: systems.find(({ hundredfold }) => hundredfold < figure) ?? null,
  };
}

/** "between BIT run 1 (84.00) and ECNU run 3 (83.87) on track 5". */
export function standingText({ above, level, below }: Standing, { place }: PublishedTable): string {
  const named = ({ name, hundredfold }: PublishedSystem): string => `${name} (${hundredfold.toFixed(2)})`;
  if (level.length > 0) return `level with ${level.map(named).join(' and ')} on ${place}`;
  if (above && below) return `between ${named(above)} and ${named(below)} on ${place}`;
  if (below) return `above all published figures, the best of them ${named(below)}, on ${place}`;
  return above
    ? `below all published figures, the last of them ${named(above)}, on ${place}`
    : `with no published figure beside it on ${place}`;
}
