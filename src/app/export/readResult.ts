import { Failure } from '../../failure.ts';
import { runKey } from '../../storage/runKey.ts';
import type { EncoderProvenance, Provenance, Run } from '../../storage/types.ts';
import { parseSystem, systemId } from '../../systems/registry.ts';
import { MISSING_REASONS } from '../../systems/types.ts';
import { readCorrectionFile } from '../correctionFile.ts';
import { FACETS } from '../facets.ts';
import { FORMAT, scoresHash, VERSION } from './resultJson.ts';
import type { ResultFile, WrittenRun, WrittenScores } from './resultJson.ts';
import {
  anything,
  count,
  FieldProblem,
  fields,
  flag,
  hash,
  is,
  listOf,
  mapOf,
  name,
  number,
  oneOf,
  optional,
  orNull,
  text,
  type Check,
} from './schema.ts';

/** A file of results whose every field was checked. */
export interface ReadResult {
  file: ResultFile;
  /** One a system of the file; null where it had not run. */
  runs: (Run | null)[];
}

const ASK_FOR_EXPORT = 'Choose a file that “Export”, “JSON” wrote.';
const REPAIR = 'Nothing was imported. Put back what the file held there, or export it anew.';

const model = fields<NonNullable<Provenance['model']>>({ id: name, revision: text });

const encoder = fields<EncoderProvenance>({
  encoder: name,
  model,
  tokeniser: text,
  dtype: text,
  pooling: text,
  normalise: flag,
  prefix: text,
  maxTokens: number,
  batching: text,
  libraries: mapOf(text),
  encoderVersion: text,
});

const provenance = fields<Provenance>({
  benchmark: name,
  parts: listOf(fields<Provenance['parts'][number]>({ key: name, contentHash: hash })),
  filter: text,
  pairs: count,
  rated: count,
  system: name,
  model: orNull(model),
  frequencies: orNull(fields<NonNullable<Provenance['frequencies']>>({ id: name, sha256: text })),
  tokeniser: text,
  lowerCase: orNull(flag),
  fittedOn: orNull(text),
  measure: text,
  backend: oneOf(['webgpu', 'wasm', 'cpu', 'none']),
  backendReason: text,
  dtype: text,
  pooling: text,
  maxTokens: orNull(number),
  encoder: optional(encoder),
  modelOrigin: optional(text),
  scoreFile: optional(
    fields<NonNullable<Provenance['scoreFile']>>({
      name: text,
      sha256: hash,
      column: orNull(text),
      joinedBy: text,
    }),
  ),
  code: optional(fields<NonNullable<Provenance['code']>>({ name, sha256: hash })),
  libraries: mapOf(text),
  appVersion: name,
});

const score = is(
  'a number, null, "Infinity" or "-Infinity"',
  (value) => value === null || typeof value === 'number' || value === 'Infinity' || value === '-Infinity',
);

const run = fields<WrittenRun>({
  key: hash,
  provenance,
  scores: fields<WrittenScores>({
    values: listOf(score),
    missing: listOf(
      fields<WrittenScores['missing'][number]>({ row: count, reason: oneOf(MISSING_REASONS.slice(1)) }),
    ),
  }),
  scoresHash: hash,
  notes: listOf(text),
  tokens: count,
  unknownTokens: count,
  tokenCounts: optional(
    fields<NonNullable<WrittenRun['tokenCounts']>>({
      tokens: listOf(count),
      unknown: listOf(count),
      limit: orNull(count),
    }),
  ),
  createdAt: name,
  seconds: number,
});

const SHAPE: Check = fields<ResultFile>({
  appVersion: name,
  exportedAt: name,
  benchmark: fields<ResultFile['benchmark']>({
    id: name,
    title: text,
    scale: listOf(number),
    licence: text,
    citation: text,
  }),
  parts: listOf(
    fields<ResultFile['parts'][number]>({ key: name, contentHash: hash, pairs: count, rated: count }),
  ),
  pairs: fields<ResultFile['pairs']>({ ids: listOf(name), gold: listOf(orNull(number)) }),
  systems: listOf(
    fields<ResultFile['systems'][number]>({
      id: name,
      shown: flag,
      precomputed: flag,
      run: orNull(run),
      evaluation: anything,
    }),
  ),
  seed: is(
    'a whole number from 0 to 4294967295',
    (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) < 2 ** 32,
  ),
  facet: orNull(oneOf(FACETS.map(({ id }) => id))),
  selection: orNull(listOf(name)),
  pair: orNull(name),
  corrections: anything,
});

/**
 * Reads a file of results. All of it is checked before any of it counts.
 * @param fileName for what is said of it
 * @throws Failure `bad-result`: no JSON, another format or version, a field that is not what it has to be (named), a
 * run whose key is not the hash of its provenance, or scores that are not those exported. `bad-corrections` as
 * `readCorrectionFile` does.
 */
export async function readResult(fileName: string, content: string): Promise<ReadResult> {
  const refuse = (what: string, nextStep = REPAIR): never => {
    throw new Failure('bad-result', `${fileName}: ${what}.`, nextStep);
  };
  let value: unknown;
  try {
    value = JSON.parse(content.replace(/^\uFEFF/, ''));
  } catch (cause) {
    refuse(`no JSON (${(cause as Error).message})`, ASK_FOR_EXPORT);
  }
  const { format, version } = (value ?? {}) as Partial<Record<'format' | 'version', unknown>>;
  if (format !== FORMAT) refuse('no file of results', ASK_FOR_EXPORT);
  if (version !== VERSION) {
    refuse(
      `version ${JSON.stringify(version)} of the format; this page reads version ${VERSION}`,
      'Reload the page for its newest version, or export the file anew.',
    );
  }
  try {
    SHAPE(value, '');
    const file = value as ResultFile;
    checkRows(file);
    const runs: (Run | null)[] = [];
    for (const [s, system] of file.systems.entries()) {
      checkSystem(system.id, `systems[${s}].id`);
      runs.push(system.run && (await readRun(system.run, system.id, file, `systems[${s}].run`)));
    }
    if (file.corrections !== null) {
      readCorrectionFile(`${fileName}, its corrections`, JSON.stringify(file.corrections));
    }
    return { file, runs };
  } catch (error) {
    if (error instanceof FieldProblem) return refuse(error.message);
    throw error;
  }
}

function checkRows({ parts, pairs, selection, pair }: ResultFile): void {
  const { ids, gold } = pairs;
  if (parts.length === 0) throw new FieldProblem('parts', 'a list with at least one part', parts);
  const total = parts.reduce((sum, part) => sum + part.pairs, 0);
  if (ids.length !== total)
    throw new FieldProblem('pairs.ids.length', `the ${total} pairs of the parts`, ids.length);
  if (gold.length !== ids.length) {
    throw new FieldProblem('pairs.gold.length', `one for each of ${ids.length} ids`, gold.length);
  }
  const known = new Set<string>(ids);
  if (known.size !== ids.length) throw new FieldProblem('pairs.ids', 'a list that names each pair once', ids);
  if (pair !== null && !known.has(pair)) throw new FieldProblem('pair', 'one of pairs.ids', pair);
  const seen = new Set<string>();
  for (const [at, id] of (selection ?? []).entries()) {
    if (!known.has(id) || seen.has(id)) {
      throw new FieldProblem(`selection[${at}]`, 'one of pairs.ids, named once', id);
    }
    seen.add(id);
  }
}

function checkSystem(id: string, at: string): void {
  let understood: string;
  try {
    understood = systemId(parseSystem(id));
  } catch (cause) {
    const why = cause instanceof Failure ? ` (${cause.what})` : '';
    throw new FieldProblem(at, `a system of this page${why}`, id);
  }
  if (understood !== id) throw new FieldProblem(at, `written out as “${understood}”`, id);
}

async function readRun(written: WrittenRun, system: string, file: ResultFile, at: string): Promise<Run> {
  const { scoresHash: announced, scores, tokenCounts, ...rest } = written;
  const { provenance: made } = rest;
  const pairs = file.pairs.ids.length;
  if (made.system !== system) throw new FieldProblem(`${at}.provenance.system`, `“${system}”`, made.system);
  if (made.benchmark !== file.benchmark.id) {
    throw new FieldProblem(`${at}.provenance.benchmark`, `“${file.benchmark.id}”`, made.benchmark);
  }
  const spelled = (parts: readonly { key: string; contentHash: string }[]): string =>
    parts.map(({ key, contentHash }) => `${key}@${contentHash}`).join(' ');
  if (spelled(made.parts) !== spelled(file.parts)) {
    throw new FieldProblem(`${at}.provenance.parts`, 'the parts of the file, in their order', made.parts);
  }
  if (made.pairs !== pairs) throw new FieldProblem(`${at}.provenance.pairs`, `${pairs}`, made.pairs);
  const key = await runKey(made);
  if (rest.key !== key) {
    throw new FieldProblem(
      `${at}.key`,
      `the hash of its provenance, ${key}: one of the two was changed`,
      rest.key,
    );
  }
  if ((await scoresHash(scores)) !== announced) {
    throw new FieldProblem(
      `${at}.scoresHash`,
      'the hash of its scores: they are not those that were exported',
      announced,
    );
  }
  return {
    ...rest,
    scores: readScores(scores, pairs, `${at}.scores`),
    ...(tokenCounts && {
      tokenCounts: {
        tokens: sentenceCounts(tokenCounts.tokens, pairs, `${at}.tokenCounts.tokens`),
        unknown: sentenceCounts(tokenCounts.unknown, pairs, `${at}.tokenCounts.unknown`),
        limit: tokenCounts.limit,
      },
    }),
  };
}

function readScores({ values, missing }: WrittenScores, pairs: number, at: string): Run['scores'] {
  if (values.length !== pairs) {
    throw new FieldProblem(`${at}.values.length`, `one for each of ${pairs} pairs`, values.length);
  }
  const read = {
    values: Float64Array.from(values, (value) => (value === null ? NaN : Number(value))),
    reasons: new Uint8Array(pairs),
  };
  for (const [m, { row, reason }] of missing.entries()) {
    if (row >= pairs || values[row] !== null) {
      throw new FieldProblem(`${at}.missing[${m}].row`, 'the row of a score that is null', row);
    }
    read.reasons[row] = MISSING_REASONS.indexOf(reason);
  }
  const bare = values.findIndex((value, row) => value === null && read.reasons[row] === 0);
  if (bare >= 0) throw new FieldProblem(`${at}.values[${bare}]`, 'a number, or named under “missing”', null);
  return read;
}

/** Two sentences a pair. */
function sentenceCounts(counts: readonly number[], pairs: number, at: string): Int32Array {
  if (counts.length !== 2 * pairs)
    throw new FieldProblem(`${at}.length`, `two for each of ${pairs} pairs`, counts.length);
  return Int32Array.from(counts);
}
