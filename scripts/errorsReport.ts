/**
 * `npm run errors:report`: how well the error categories are found, per category, on the contrast set (where the truth
 * is by construction) and on the hand-labelled pairs of STS-B. No browser, no scores: the rules see the sentences only.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { findEntry, findParts } from '../src/benchmarks/catalogue.ts';
import { readCataloguePart } from '../src/benchmarks/importer.ts';
import type { VectorsManifest } from '../models/formats.ts';
import type { SentencePair } from '../src/benchmarks/types.ts';
import { categorise } from '../src/errors/categorise.ts';
import { neighbourhoodOf } from '../src/errors/neighbourhood.ts';
import { confusions, mistakes, truthOfContrastPair, type Judged } from '../src/errors/report.ts';
import type { Evidence, Neighbourhood } from '../src/errors/types.ts';
import { Failure } from '../src/failure.ts';
import { makeAnalyse } from '../src/language/analyse.ts';
import { readLexicon } from '../src/language/lexicon.ts';
import { LEXICON_FILES } from '../src/language/tables.ts';
import type { Analyse, Lexicon } from '../src/language/types.ts';

const USAGE = `npm run --silent errors:report -- [--texts] [--json] [--no-vectors]
  --texts   shows the sentences of the pairs that the rules get wrong, with what the rules say
  --json    prints one JSON object in place of the tables
  --no-vectors  keeps the word vectors from the rules for word sense, as on a page that has not loaded them`;

const root = fileURLToPath(new URL('..', import.meta.url));

function readBuiltLexicon(): Lexicon {
  const folder = join(root, 'public', 'models', 'wordnet');
  if (!existsSync(join(folder, 'manifest.json'))) {
    throw new Failure('no-lexicon', `${folder} has no lexicon.`, 'Run `npm run models` first.');
  }
  const bytes = (key: keyof typeof LEXICON_FILES) =>
    new Uint8Array(readFileSync(join(folder, LEXICON_FILES[key])));
  const text = (key: keyof typeof LEXICON_FILES) => new TextDecoder().decode(bytes(key));
  return readLexicon({
    words: text('words'),
    synsets: bytes('synsets'),
    relations: bytes('relations'),
    glosses: bytes('glosses'),
    glossWords: text('glossWords'),
    irregular: text('irregular'),
  });
}

/** The vectors that word sense may use; null, with a word about it, where they are not built. */
function readVectors(): Neighbourhood | null {
  const id = 'glove-6b-100d';
  const folder = join(root, 'public', 'models', id);
  if (!existsSync(join(folder, 'manifest.json'))) {
    console.error(`${folder} is not built (\`npm run models\`): word sense is judged without vectors.`);
    return null;
  }
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as VectorsManifest;
  const words = readFileSync(join(folder, manifest.index.name), 'utf8').split('\n');
  const shards = new Map<number, ArrayBuffer>();
  const ranks = new Map(words.map((word, rank) => [word, rank]));
  return neighbourhoodOf(id, manifest, ranks, (shard) => {
    let bytes = shards.get(shard);
    if (!bytes) {
      bytes = new Uint8Array(readFileSync(join(folder, manifest.shards[shard]!.name))).buffer;
      shards.set(shard, bytes);
    }
    return bytes;
  });
}

async function readPairs(
  benchmark: string,
  folder: string,
  wanted: { split?: string },
): Promise<SentencePair[]> {
  const entry = findEntry(benchmark);
  const pairs: SentencePair[] = [];
  for (const part of findParts(entry, wanted)) {
    const read = await readCataloguePart(
      entry,
      part,
      (path) => new Uint8Array(readFileSync(join(folder, path))),
    );
    pairs.push(...read.pairs);
  }
  return pairs;
}

interface HandLabels {
  benchmark: string;
  split: string;
  /** Pair id -> its categories; empty: none of the nine. */
  labels: Record<string, string[]>;
}

/** Minimal pairs, of which only word sense was judged. */
interface SensePairs {
  items: {
    word: string;
    change: 'synonym' | 'switch';
    half: 'development' | 'heldOut';
    otherSense: [string, string];
    sameSense: [string, string];
  }[];
}

function sensePairs({ items }: SensePairs, half: 'development' | 'heldOut') {
  const truth = new Map<string, readonly string[]>();
  const pairs = items
    .filter((item) => item.half === half)
    .flatMap(({ word, change, otherSense, sameSense }) =>
      [otherSense, sameSense].map(([sentence1, sentence2], i): SentencePair => {
        const id = `${change}/${word}/${i === 0 ? 'other' : 'same'}`;
        truth.set(id, i === 0 ? ['word sense'] : []);
        return { id, sentence1, sentence2, gold: null, languages: ['en', 'en'] };
      }),
    );
  return { pairs, truthOf: ({ id }: SentencePair) => truth.get(id)! };
}

/** A pair with what is true of it, what was found, and why. */
interface JudgedPair extends Judged {
  pair: SentencePair;
  evidence: string[];
}

function judge(
  pairs: readonly SentencePair[],
  truthOf: (pair: SentencePair) => readonly string[],
  analyse: Analyse,
  evidence: Evidence,
): JudgedPair[] {
  return pairs.map((pair) => {
    const labels = categorise({ sentences: [analyse(pair.sentence1), analyse(pair.sentence2)] }, evidence);
    return {
      id: pair.id,
      truth: truthOf(pair),
      found: labels.map((label) => label.category),
      pair,
      evidence: labels.map((label) => `${label.rule}: ${label.because}`),
    };
  });
}

const percent = (share: number | null): string => (share === null ? '-' : (100 * share).toFixed(1));

function print(title: string, judged: readonly JudgedPair[], texts: boolean): void {
  console.log(`\n${title}: ${judged.length} pairs`);
  console.log('category                 n   true+  false+  false-  precision  recall');
  for (const row of confusions(judged)) {
    if (row.n === 0 && row.falsePositives === 0) continue;
    const counts = [row.n, row.truePositives, row.falsePositives, row.falseNegatives];
    const widths = [4, 8, 8, 8];
    console.log(
      row.category.padEnd(22) +
        counts.map((count, i) => String(count).padStart(widths[i]!)).join('') +
        percent(row.precision).padStart(11) +
        percent(row.recall).padStart(8),
    );
  }
  const wrong = mistakes(judged);
  console.log(`Wrong on ${wrong.length} pairs${wrong.length > 0 ? ':' : '.'}`);
  for (const { id, missed, falseAlarms } of wrong) {
    const parts = [
      missed.length > 0 ? `missed ${missed.join(', ')}` : '',
      falseAlarms.length > 0 ? `false alarm ${falseAlarms.join(', ')}` : '',
    ];
    console.log(`  ${id}: ${parts.filter(Boolean).join('; ')}`);
    if (!texts) continue;
    const { pair, evidence } = judged.find((each) => each.id === id)!;
    for (const line of [pair.sentence1, pair.sentence2, ...evidence]) console.log(`      ${line}`);
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      texts: { type: 'boolean' },
      json: { type: 'boolean' },
      'no-vectors': { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return;
  }
  const lexicon = readBuiltLexicon();
  const analyse = makeAnalyse(lexicon);
  const neighbourhood = values['no-vectors'] ? null : readVectors();
  const evidence: Evidence = { lexicon, vocabulary: null, neighbourhood };
  const results: Record<string, { pairs: number; categories: unknown; mistakes: unknown }> = {};
  const report = (key: string, title: string, judged: readonly JudgedPair[]) => {
    if (values.json)
      results[key] = { pairs: judged.length, categories: confusions(judged), mistakes: mistakes(judged) };
    else print(title, judged, values.texts ?? false);
  };

  const contrast = await readPairs('contrast', join(root, 'public', 'benchmarks'), {});
  report(
    'contrast',
    'Contrast set (paraphrases have none)',
    judge(contrast, truthOfContrastPair, analyse, evidence),
  );

  const senses = JSON.parse(
    readFileSync(join(root, 'test', 'fixtures', 'errorSenses.json'), 'utf8'),
  ) as SensePairs;
  for (const half of ['development', 'heldOut'] as const) {
    const { pairs, truthOf } = sensePairs(senses, half);
    const judged = judge(pairs, truthOf, analyse, evidence).map((pair) => ({
      ...pair,
      found: pair.found.filter((category) => category === 'word sense'),
    }));
    report(`senses-${half}`, `Word sense alone, our minimal pairs (errorSenses.json, ${half})`, judged);
  }

  const mirror = process.env.STS_DATA_DIR;
  const path = join(root, 'test', 'fixtures', 'errorLabels.json');
  if (!mirror) {
    console.error(
      'Hand-labelled pairs: SKIPPED. Set STS_DATA_DIR to a folder that mirrors the benchmarks to judge them.',
    );
  } else {
    const hand = JSON.parse(readFileSync(path, 'utf8')) as HandLabels;
    const pairs = await readPairs(hand.benchmark, mirror, { split: hand.split });
    const labelled = pairs.filter(({ id }) => Object.hasOwn(hand.labels, id));
    const absent = Object.keys(hand.labels).length - labelled.length;
    if (absent > 0) {
      const next = `Check the ids in ${path} against the ${hand.split} split of ${hand.benchmark}.`;
      throw new Failure('unknown-pair', `${absent} hand-labelled pairs are not in the mirror.`, next);
    }
    const truthOf = ({ id }: SentencePair) => hand.labels[id]!;
    report(
      'handLabelled',
      `Hand-labelled pairs (${hand.benchmark}/${hand.split})`,
      judge(labelled, truthOf, analyse, evidence),
    );
  }
  if (values.json) console.log(JSON.stringify(results, null, 1));
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
