import { catalogue, partName } from './catalogue.ts';

/** A data set of a suite: one part of a benchmark. */
export interface SuiteSet {
  benchmark: string;
  /** "test/images", as `partName` says it. */
  part: string;
  split: string;
  /** Sets of one group stand together and have averages of their own: "STS 2014". */
  group: string;
  title: string;
  /** BCP 47, in the order of the file's columns. */
  languages: readonly [string, string];
  /** Pairs that people rated; null where only the file can tell. */
  rated: number | null;
}

/** A set that belongs to the suite and that nobody can get here. */
export interface UnavailableSet {
  group: string;
  title: string;
  reason: string;
}

/** Data sets that are reported together. */
export interface Suite {
  id: string;
  title: string;
  /** One sentence for who meets it for the first time. */
  summary: string;
  sets: readonly SuiteSet[];
  unavailable: readonly UnavailableSet[];
  /** The average that the shared task ranked systems by, in words; null where the suite has none. */
  primary: string | null;
}

/** What a suite needs to know of a part: those of the catalogue and those of a person's own files have it. */
export interface PartFacts {
  split: string;
  set: string | null;
  languages: readonly [string, string];
  rated: number | null;
}

const YEARS = [2012, 2013, 2014, 2015, 2016] as const;

const UNAVAILABLE: Readonly<Record<number, readonly UnavailableSet[]>> = {
  2013: [
    {
      group: 'STS 2013',
      title: 'SMT',
      reason:
        'its sentences are licensed through the Linguistic Data Consortium only, so averages of STS 2013 with it can not be matched here',
    },
  ],
};

/** "test/images" and its split. Unique in the page. */
export function setKey({ benchmark, part }: Pick<SuiteSet, 'benchmark' | 'part'>): string {
  return `${benchmark}/${part}`;
}

function setsOf(
  benchmark: string,
  group: string,
  parts: readonly PartFacts[],
  title: (part: PartFacts) => string,
): SuiteSet[] {
  return parts.map((part) => ({
    benchmark,
    part: partName(part),
    split: part.split,
    group,
    title: title(part),
    languages: part.languages,
    rated: part.rated,
  }));
}

/** Sets of a benchmark of the catalogue, in its order; of the given splits where there are any. */
function published(
  benchmark: string,
  group: string,
  splits: readonly string[] | null = null,
  title: (part: PartFacts) => string = ({ split, set }) => set ?? split,
): SuiteSet[] {
  const parts = catalogue.find(({ id }) => id === benchmark)?.parts ?? [];
  return setsOf(
    benchmark,
    group,
    parts.filter(({ split }) => splits === null || splits.includes(split)),
    title,
  );
}

const yearOf = (year: number): SuiteSet[] => published(`sts${year}-test`, `STS ${year}`);
const years = YEARS.flatMap(yearOf);
const unavailable = YEARS.flatMap((year) => UNAVAILABLE[year] ?? []);
const stsbTest = published('stsbenchmark', 'STS-B', ['test']);
const sickTest = published('sick', 'SICK relatedness', ['test']);

/** "track4a.es-en" as "track 4a, es-en"; the machine translations of 4b are named. */
function trackTitle({ set }: PartFacts): string {
  const [, track, languages] = /^track(\w+)\.(.*)$/.exec(set ?? '') ?? [];
  if (track === undefined) return set ?? '';
  return `track ${track}, ${languages}${track === '4b' ? ', machine translation' : ''}`;
}

const language = new Intl.DisplayNames('en', { type: 'language' });

/** In the order in which the page offers them. */
export const SUITES: readonly Suite[] = [
  {
    id: 'stsbenchmark',
    title: 'STS Benchmark',
    summary: 'The three splits of the STS Benchmark. Parameters are chosen on dev, results reported on test.',
    sets: published('stsbenchmark', 'STS-B'),
    unavailable: [],
    primary: null,
  },
  {
    id: 'english',
    title: 'English STS: 2012–2016, STS-B test, SICK test',
    summary:
      'The seven tasks that papers on sentence embeddings report. STS-B selects its pairs from the yearly sets, so some of them are in it twice.',
    sets: [...years, ...stsbTest, ...sickTest],
    unavailable,
    primary: null,
  },
  {
    id: 'sts2012-2016',
    title: 'STS 2012–2016',
    summary: 'The English test sets of five years of the shared task.',
    sets: years,
    unavailable,
    primary: null,
  },
  ...YEARS.map((year): Suite => ({
    id: `sts${year}`,
    title: `STS ${year}`,
    summary: `The English test sets of SemEval-${year}.`,
    sets: yearOf(year),
    unavailable: UNAVAILABLE[year] ?? [],
    primary: null,
  })),
  {
    id: 'sts2017',
    title: 'SemEval-2017 task 1, tracks 1–6',
    summary:
      'Four languages and pairs across them. A system that knows English words only scores low on the other tracks, or nothing.',
    sets: published('sts2017', 'SemEval-2017', null, trackTitle),
    unavailable: [],
    primary: 'primary: mean of the seven columns 1, 2, 3, 4a, 4b, 5, 6 (Cer et al. 2017, table 10)',
  },
  {
    id: 'sick',
    title: 'SICK relatedness',
    summary: 'The three splits of SICK (SemEval-2014 task 1), rated for relatedness from 1 to 5.',
    sets: published('sick', 'SICK relatedness'),
    unavailable: [],
    primary: null,
  },
  ...(['dev', 'test'] as const).map((split): Suite => ({
    id: `stsb-multi-mt-${split}`,
    title: `Multilingual STS-B, ${split}`,
    summary: `STS-B ${split} as it is and machine-translated into ten languages, under the gold scores of the English pairs.`,
    sets: published(
      'stsb-multi-mt',
      `STS-B ${split}, translated`,
      [split],
      ({ set, languages: [code] }) => `${set}, ${language.of(code) ?? code}`,
    ),
    unavailable: [],
    primary: null,
  })),
];

/** Id of the suite whose sets are the parts of whatever benchmark is open. */
export const OPEN_SUITE = 'open';

/** The parts of one benchmark, each as a set: for files of a person's own too. */
export function suiteOfParts(benchmark: string, title: string, parts: readonly PartFacts[]): Suite {
  return {
    id: OPEN_SUITE,
    title: `The open benchmark: ${title}`,
    summary: 'Each part of the benchmark that is open, side by side.',
    sets: setsOf(benchmark, title, parts, partName),
    unavailable: [],
    primary: null,
  };
}

/**
 * Why sets have no average over them, or null. Dev and test never mix: an average over both would be neither the
 * number that parameters are chosen by nor the one that is reported.
 */
export function whyNoAverage(sets: readonly Pick<SuiteSet, 'split'>[]): string | null {
  const splits = [...new Set(sets.map(({ split }) => split))];
  return splits.length > 1 ? `no average over several splits (${splits.join(', ')})` : null;
}
