import { EDIT_KINDS, type EditKind } from '../edits/types.ts';
import {
  startHistory,
  withPresent,
  withRow,
  type LabHistory,
  type LabPair,
  type LabRow,
} from './labHistory.ts';
import { fromBase64Url, toBase64Url } from './linkText.ts';

/** Longer links are cut by mail programs and chats; browsers themselves take more. In characters, of the lab's part. */
export const MOST_LINK_CHARACTERS = 3_000;
/** Links of earlier versions may be longer. */
const MOST_READ_CHARACTERS = 6_000;
/** Splits that the page names itself. Others come out of a column of the person's file, whose words no link holds. */
const OWN_SPLITS = /^(?:train|dev|test|trial|all)(?:\/|$)/;

const VERSION = 1;
const LONGEST_LABEL = 120;
const ROW_KINDS = ['typed', 'neighbour', ...EDIT_KINDS] as const;

/**
 * What the link holds of the bench, as JSON. Sentences that a row has from the row before it are null, so that the
 * text of a benchmark's pair is never in it.
 */
interface Wire {
  v: typeof VERSION;
  /** Id of the benchmark pair that the first row is. */
  pair?: string;
  /** The first row, where it is no benchmark's. */
  start?: [string, string];
  /** Place of the row it was made from, kind, label, sentences. */
  rows?: [number, string, string, string | null, string | null][];
  /** Place of the present row; the first where it is absent. */
  at?: number;
}

/** A link as it was read: the first row's sentences are null where they are a benchmark pair's, to be looked up. */
export interface LabLink {
  pair: string | null;
  start: [string, string] | null;
  rows: {
    parent: number;
    kind: Exclude<LabRow['kind'], 'start'>;
    label: string;
    sentences: (string | null)[];
  }[];
  at: number;
}

export type LabLinkText =
  | { kind: 'none' }
  | {
      kind: 'link';
      text: string;
      /** Rows were left out, because they hold sentences of a file of the person's own. */ isPrivate: boolean;
    }
  | { kind: 'too-long'; characters: number };

/** The bench as text that an address can hold: base64url of JSON. */
export function writeLabLink(history: LabHistory): LabLinkText {
  const { pair, rows, present } = history;
  const [first] = rows;
  const isPrivate = pair?.isOwnFile === true;
  if (!pair && rows.length === 1 && first!.sentences.every((sentence) => sentence === ''))
    return { kind: 'none' };
  if (isPrivate && !OWN_SPLITS.test(pair.part)) return { kind: 'none' };
  const wire: Wire = { v: VERSION };
  if (pair) wire.pair = pair.id;
  else wire.start = [...first!.sentences];
  if (!isPrivate) {
    const placeOf = new Map(rows.map((row, place) => [row.id, place]));
    const made = rows.slice(1).map((row): NonNullable<Wire['rows']>[number] => {
      const place = placeOf.get(row.parent!)!;
      const [own1, own2] = rows[place]!.sentences.map((before, side) =>
        before === row.sentences[side] ? null : row.sentences[side]!,
      );
      return [place, row.kind, row.label.slice(0, LONGEST_LABEL), own1!, own2!];
    });
    if (made.length > 0) wire.rows = made;
    const at = placeOf.get(present)!;
    if (at > 0) wire.at = at;
  }
  const text = toBase64Url(new TextEncoder().encode(JSON.stringify(wire)));
  if (text.length > MOST_LINK_CHARACTERS) return { kind: 'too-long', characters: text.length };
  return { kind: 'link', text, isPrivate };
}

/** What a link says. Null where it is none of ours; a row that makes no sense, and what was made from it, is left out. */
export function readLabLink(text: string): LabLink | null {
  if (text.length > MOST_READ_CHARACTERS) return null;
  const wire = parse(text);
  if (wire?.v !== VERSION) return null;
  const pair = typeof wire.pair === 'string' && wire.pair !== '' ? wire.pair : null;
  const { start } = wire;
  const isStart =
    Array.isArray(start) && start.length === 2 && start.every((sentence) => typeof sentence === 'string');
  if (!pair && !isStart) return null;
  const link: LabLink = { pair, start: pair ? null : (start as [string, string]), rows: [], at: 0 };
  // Place in the link -> place among what is kept.
  const places = new Map([[0, 0]]);
  const rows: readonly unknown[] = Array.isArray(wire.rows) ? wire.rows : [];
  rows.forEach((row, index) => {
    const read = readRow(row, places);
    if (!read) return;
    link.rows.push(read);
    places.set(index + 1, link.rows.length);
  });
  link.at = places.get(Number(wire.at ?? 0)) ?? 0;
  return link;
}

/** The history that a link tells of. @param pair the benchmark pair that it names, with its sentences, looked up */
export function historyOf(
  link: LabLink,
  pair: { pair: LabPair; sentences: readonly [string, string] } | null,
): LabHistory {
  let history = startHistory(pair?.sentences ?? link.start ?? ['', ''], pair?.pair ?? null);
  // A row that equals the one before it makes none, so places and ids may part.
  const ids = [0];
  for (const { parent, kind, label, sentences } of link.rows) {
    const before = withPresent(history, ids[parent]!);
    const from = before.rows.find((row) => row.id === before.present)!.sentences;
    history = withRow(before, [sentences[0] ?? from[0], sentences[1] ?? from[1]], kind, label);
    ids.push(history.present);
  }
  return withPresent(history, ids[link.at] ?? 0);
}

function readRow(row: unknown, places: ReadonlyMap<number, number>): LabLink['rows'][number] | null {
  if (!Array.isArray(row)) return null;
  const [place, kind, label, ...sentences] = row as unknown[];
  const parent = places.get(Number(place));
  const known = ROW_KINDS.find((candidate) => candidate === kind);
  const isText = (value: unknown): value is string | null => value === null || typeof value === 'string';
  if (parent === undefined || !known || sentences.length !== 2 || !sentences.every(isText)) return null;
  return {
    parent,
    kind: known satisfies EditKind | 'typed' | 'neighbour',
    label: typeof label === 'string' ? label.slice(0, LONGEST_LABEL) : '',
    sentences,
  };
}

function parse(text: string): Record<keyof Wire, unknown> | null {
  try {
    const bytes = fromBase64Url(text);
    const value: unknown = bytes && JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return typeof value === 'object' && value !== null ? (value as Record<keyof Wire, unknown>) : null;
  } catch {
    return null;
  }
}
