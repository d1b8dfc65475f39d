import { CATEGORIES, isByVectors, type CategoryId } from '../errors/types.ts';
import { Failure } from '../failure.ts';
import { DEFAULT_VECTORS } from '../systems/registry.ts';
import { isCategory, type Correction, type RemovedLabel } from './corrections.ts';

const FORMAT = 'sts-playground corrections';
const VERSION = 1;

/** Corrections of one benchmark as a file holds them: names and hashes, never a sentence. */
export interface CorrectionFile {
  format: typeof FORMAT;
  version: typeof VERSION;
  /** Version of the page whose rules were corrected. */
  appVersion: string;
  /** ISO 8601. */
  exportedAt: string;
  benchmark: string;
  parts: { key: string; contentHash: string }[];
  /** The word vectors of which the removed labels' rules made use; null where none did. */
  vectors: string | null;
  /** In the order of the ids. */
  pairs: { id: string; added: CategoryId[]; removed: RemovedLabel[] }[];
}

export interface CorrectedPart {
  /** benchmark/split[/set]: the beginning of the ids of its pairs. */
  key: string;
  contentHash: string;
}

/** The corrections of these parts; those made on other contents of them are left out. */
export function correctionFile(
  benchmark: string,
  parts: readonly CorrectedPart[],
  corrections: ReadonlyMap<string, Correction>,
  made: { appVersion: string; exportedAt: string },
): CorrectionFile {
  const pairs = [...corrections]
    .filter(([id, { contentHash }]) => partOf(id, parts)?.contentHash === contentHash)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, { added, removed }]) => ({
      id,
      added: [...added],
      removed: removed.map(({ category, rule }) => ({ category, rule })),
    }));
  return {
    format: FORMAT,
    version: VERSION,
    ...made,
    benchmark,
    parts: parts.map(({ key, contentHash }) => ({ key, contentHash })),
    vectors: pairs.some(({ removed }) => removed.some(({ rule }) => isByVectors(rule)))
      ? DEFAULT_VECTORS
      : null,
    pairs,
  };
}

/** The part with the longest key that the id begins with: "b/test/images" before "b/test". */
export function partOf<Part extends { key: string }>(id: string, parts: readonly Part[]): Part | undefined {
  let found: Part | undefined;
  for (const part of parts) {
    if (id.startsWith(`${part.key}/`) && part.key.length > (found?.key.length ?? -1)) found = part;
  }
  return found;
}

function refuse(name: string, what: string, nextStep: string): never {
  throw new Failure('bad-corrections', `${name}: ${what}.`, nextStep);
}

const ASK_FOR_EXPORT = 'Choose a file that “Export the corrections” wrote.';
const REPAIR = 'Nothing was imported. Correct the file at that place, or export it anew.';

/**
 * Reads a file of corrections. All of it is checked before any of it counts.
 * @param name of the file, for what is said of it
 * @returns pair id -> correction
 * @throws Failure `bad-corrections`: no JSON, another format or version, or a field that is not what it has to be
 */
export function readCorrectionFile(
  name: string,
  text: string,
): { benchmark: string; parts: CorrectedPart[]; corrections: Map<string, Correction> } {
  let file: unknown;
  try {
    file = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    refuse(name, `no JSON (${(cause as Error).message})`, ASK_FOR_EXPORT);
  }
  if (!isRecord(file) || file.format !== FORMAT) refuse(name, 'no file of corrections', ASK_FOR_EXPORT);
  if (file.version !== VERSION) {
    refuse(
      name,
      `version ${JSON.stringify(file.version)} of the format; this page reads version ${VERSION}`,
      'Reload the page for its newest version, or export the file anew.',
    );
  }
  const field = (is: boolean, where: string, wanted: string): void => {
    if (!is) refuse(name, `${where} is not ${wanted}`, REPAIR);
  };
  const { benchmark, parts, pairs } = file;
  field(isText(benchmark), 'benchmark', 'the id of a benchmark');
  field(Array.isArray(parts) && parts.length > 0, 'parts', 'a list of the parts with their hashes');
  const known = (parts as unknown[]).map((part, p): CorrectedPart => {
    field(isRecord(part) && isText(part.key), `parts[${p}].key`, 'the key of a part');
    const { key, contentHash } = part as Record<string, unknown>;
    field(
      typeof contentHash === 'string' && /^[0-9a-f]{64}$/.test(contentHash),
      `parts[${p}].contentHash`,
      'a sha256 in hexadecimal digits',
    );
    return { key: key as string, contentHash: contentHash as string };
  });
  field(Array.isArray(pairs), 'pairs', 'a list of pairs');
  const corrections = new Map<string, Correction>();
  (pairs as unknown[]).forEach((pair, p) => {
    const where = `pairs[${p}]`;
    field(isRecord(pair) && isText(pair.id), `${where}.id`, 'the id of a pair');
    const { id, added, removed } = pair as Record<string, unknown>;
    const part = partOf(id as string, known);
    field(part !== undefined, `${where}.id, ${JSON.stringify(id)},`, 'of one of the file’s parts');
    field(!corrections.has(id as string), `${where}.id, ${JSON.stringify(id)},`, 'the only one of its kind');
    field(Array.isArray(added) && Array.isArray(removed), where, 'a pair with “added” and “removed”');
    const named = new Set<unknown>();
    const category = (value: unknown, at: string): CategoryId => {
      field(isCategory(value), at, `one of ${CATEGORIES.map((entry) => entry.id).join(', ')}`);
      field(!named.has(value), at, 'a category that the pair names once');
      named.add(value);
      return value as CategoryId;
    };
    const correction: Correction = {
      contentHash: part!.contentHash,
      added: (added as unknown[]).map((value, a) => category(value, `${where}.added[${a}]`)),
      removed: (removed as unknown[]).map((value, r) => {
        const at = `${where}.removed[${r}]`;
        field(isRecord(value) && isText(value.rule), `${at}.rule`, 'the name of a rule');
        const label = value as { category: unknown; rule: string };
        return { category: category(label.category, `${at}.category`), rule: label.rule };
      }),
    };
    field(named.size > 0, where, 'a pair with a correction');
    corrections.set(id as string, correction);
  });
  return { benchmark: benchmark as string, parts: known, corrections };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/**
 * A correction as a setting holds it.
 * @returns undefined for what is none: it was taken back, or written by something else
 */
export function storedCorrection(value: unknown): Correction | undefined {
  if (!isRecord(value) || !isText(value.contentHash)) return undefined;
  const { contentHash, added, removed } = value;
  if (!Array.isArray(added) || !added.every(isCategory)) return undefined;
  const isRemoved = (label: unknown): label is RemovedLabel =>
    isRecord(label) && isCategory(label.category) && isText(label.rule);
  if (!Array.isArray(removed) || !removed.every(isRemoved)) return undefined;
  return added.length + removed.length === 0 ? undefined : { contentHash, added, removed };
}
