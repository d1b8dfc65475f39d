/** What `npm run evaluate` is asked for. What is wrong is said before a browser starts. */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { catalogue, findEntry, findParts, partName } from '../src/benchmarks/catalogue.ts';
import type { Scale } from '../src/benchmarks/types.ts';
import { Failure } from '../src/failure.ts';
import { parseSystem, splitOutsideParentheses } from '../src/systems/registry.ts';

export const USAGE = `npm run --silent evaluate -- --benchmark ID [--split SPLIT] [--set SET] --system NAME[,NAME...]
  --benchmark ID        ${catalogue.map(({ id }) => id).join(', ')}
  --file PATH           imports a file of pairs first and evaluates on it; may be given several times
  --scale LOW,HIGH      with --file: the scale that the raters used, where it is not to be guessed
  --system LIST         overlap-cosine, glove-sum, glove-idf, glove-weighted, sif, with parameters:
                        "sif(a=1e-4,components=2)"; aligned:TOKENS:AGGREGATION: "aligned:jaccard:arithmetic(window=3)";
                        transformer:MODEL, where MODEL is use-lite, the name of a folder under public/models, or
                        owner/name of the hub: "transformer:use-lite(dtype=q8,measure=euclidean)"
  --hub ADDRESS         another hub than the public one
  --backend NAME        auto (default), webgpu, wasm, cpu
  --vectors PATH        a GloVe or word2vec text file in place of the shipped vectors
  --frequencies PATH    a file of word counts in place of the shipped ones
  --context PATH        a text, a sentence or paragraph a line, on which aligned counts its contexts
  --pairs PATH          writes the score of every pair to a CSV file`;

/** @throws TypeError of `parseArgs` where an option is not known */
export function readArguments(argv: readonly string[]) {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      benchmark: { type: 'string' },
      split: { type: 'string' },
      set: { type: 'string' },
      file: { type: 'string', multiple: true },
      scale: { type: 'string' },
      system: { type: 'string', multiple: true },
      backend: { type: 'string', default: 'auto' },
      vectors: { type: 'string' },
      frequencies: { type: 'string' },
      context: { type: 'string' },
      pairs: { type: 'string' },
      hub: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  return values;
}

export type Arguments = ReturnType<typeof readArguments>;

export function fail(what: string, nextStep: string): never {
  throw new Failure('usage', what, nextStep);
}

function readScale(text: string): Scale {
  // An empty text would be read as the number 0.
  const [low, high, ...more] = text.split(',').map((end) => (end.trim() === '' ? NaN : Number(end)));
  if (more.length === 0 && Number.isFinite(low) && Number.isFinite(high) && low! < high!)
    return [low!, high!];
  return fail(`"${text}" is no scale.`, 'Give the lowest and the highest score, as in --scale 0,5.');
}

interface Checked {
  systems: string[];
  /** null where files are given: then the page knows them. */
  parts: string[] | null;
  scale: Scale | null;
}

/** @throws Failure with what to do instead */
export function check(args: Arguments): Checked {
  const list = (args.system ?? []).flatMap(splitOutsideParentheses);
  if (list.length === 0) fail('No --system was given.', USAGE);
  for (const system of list) parseSystem(system);
  if (!['auto', 'webgpu', 'wasm', 'cpu'].includes(args.backend)) {
    fail(`There is no backend "${args.backend}".`, 'Choose auto, webgpu, wasm or cpu.');
  }
  for (const path of [...(args.file ?? []), args.vectors, args.frequencies, args.context]) {
    if (path !== undefined && !existsSync(path)) fail(`${path} is not there.`, 'Check the path.');
  }
  if (args.benchmark && args.file) fail('--benchmark and --file exclude each other.', 'Give one of them.');
  if (args.scale !== undefined && !args.file) {
    fail('--scale goes with --file.', 'The benchmarks of the catalogue have scales of their own.');
  }
  const scale = args.scale === undefined ? null : readScale(args.scale);
  if (args.file) return { systems: list, parts: null, scale };
  if (!args.benchmark) fail('Neither --benchmark nor --file was given.', USAGE);
  const parts = findParts(findEntry(args.benchmark), { split: args.split, set: args.set }).map(partName);
  return { systems: list, parts, scale };
}
