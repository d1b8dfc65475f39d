import { partName } from './catalogue.ts';
import type { BenchmarkPart, SentencePair } from './types.ts';

/** How many pairs something concerns, and the first of them. */
export interface Finding {
  count: number;
  /** Pair id; null where `count` is 0. */
  first: string | null;
}

/** What a careful reader should know of a part before trusting a number computed on it. Nothing is repaired. */
export interface PartAudit {
  part: string;
  pairs: number;
  rated: number;
  /** Pairs beyond the first with the same two sentences in the same order. */
  repeated: Finding;
  /** Groups of two or more equal pairs (same order). */
  repeatedGroups: number;
  /** Pairs beyond the first with the same two sentences in either order (so at least `repeated`). */
  repeatedEitherOrder: Finding;
  /** Groups of equal pairs (same order) whose gold scores differ. */
  conflictingGold: Finding;
  identicalSentences: Finding;
  emptyText: Finding;
  /** C0 and C1 control characters other than tab and line breaks. */
  controlCharacters: Finding;
  /** U+FFFD: an earlier reader lost a character. */
  replacementCharacters: Finding;
  /** Looks like UTF-8 that was read as Windows-1252 or Latin-1 and encoded again. A suspicion, not a proof. */
  mojibake: Finding;
  htmlEntities: Finding;
  /** Not in Unicode normal form C. */
  notNfc: Finding;
  /** A blank at either end of a sentence. */
  edgeBlanks: Finding;
}

const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;
const ENTITY = /&(#\d+|#x[0-9a-f]+|[a-z][a-z0-9]+);/i;
/** What UTF-8 continuation bytes 0x80 to 0xBF become in Windows-1252, and in Latin-1 as C1 controls. */
const CONTINUATION =
  '\u0080-\u00bf\u20ac\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u017d' +
  '\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u017e\u0178';
/** A lead byte of two (C3, C2), or of three with two more bytes (E2 80 …, EF BF BD), as Latin letters. */
const MOJIBAKE = new RegExp(`[\u00c2\u00c3][${CONTINUATION}]|[\u00e0-\u00ef][${CONTINUATION}]{2}`);

class Finder {
  count = 0;
  first: string | null = null;
  add(pair: SentencePair): void {
    this.count++;
    this.first ??= pair.id;
  }
  get finding(): Finding {
    return { count: this.count, first: this.first };
  }
}

function countWhere(pairs: readonly SentencePair[], test: (text: string) => boolean): Finding {
  const finder = new Finder();
  for (const pair of pairs) if (test(pair.sentence1) || test(pair.sentence2)) finder.add(pair);
  return finder.finding;
}

/** Two sentences as one key; the length keeps "a|bc" apart from "ab|c". */
function inOrder(sentence1: string, sentence2: string): string {
  return `${sentence1.length}:${sentence1}${sentence2}`;
}

function eitherOrder({ sentence1, sentence2 }: SentencePair): string {
  return sentence1 <= sentence2 ? inOrder(sentence1, sentence2) : inOrder(sentence2, sentence1);
}

/** Groups of equal pairs are over all pairs; conflicts are over the rated ones of a group. */
function repeats(pairs: readonly SentencePair[]) {
  const same = new Map<string, SentencePair[]>();
  const either = new Set<string>();
  const repeated = new Finder();
  const repeatedEitherOrder = new Finder();
  for (const pair of pairs) {
    const key = inOrder(pair.sentence1, pair.sentence2);
    const group = same.get(key);
    if (group) {
      group.push(pair);
      repeated.add(pair);
    } else same.set(key, [pair]);
    const unordered = eitherOrder(pair);
    if (either.has(unordered)) repeatedEitherOrder.add(pair);
    else either.add(unordered);
  }
  const conflicting = new Finder();
  let repeatedGroups = 0;
  for (const group of same.values()) {
    if (group.length > 1) repeatedGroups++;
    const golds = new Set(group.map((pair) => pair.gold).filter((gold) => gold !== null));
    if (golds.size > 1) conflicting.add(group[0]!);
  }
  return {
    repeated: repeated.finding,
    repeatedGroups,
    repeatedEitherOrder: repeatedEitherOrder.finding,
    conflictingGold: conflicting.finding,
  };
}

export function auditPart(part: BenchmarkPart): PartAudit {
  const { pairs } = part;
  const identical = new Finder();
  let rated = 0;
  for (const pair of pairs) {
    if (pair.sentence1 === pair.sentence2) identical.add(pair);
    if (pair.gold !== null) rated++;
  }
  return {
    part: partName(part),
    pairs: pairs.length,
    rated,
    ...repeats(pairs),
    identicalSentences: identical.finding,
    emptyText: countWhere(pairs, (text) => !/\S/.test(text)),
    controlCharacters: countWhere(pairs, (text) => CONTROL.test(text)),
    replacementCharacters: countWhere(pairs, (text) => text.includes('\ufffd')),
    mojibake: countWhere(pairs, (text) => MOJIBAKE.test(text)),
    htmlEntities: countWhere(pairs, (text) => ENTITY.test(text)),
    notNfc: countWhere(pairs, (text) => text.normalize('NFC') !== text),
    edgeBlanks: countWhere(pairs, (text) => text.trim() !== text),
  };
}

/** Pairs of one part that stand in another too: a system tuned on the one has seen them in the other. */
export interface SharedPairs {
  /** The later part, whose pairs are counted, and the earlier in which they also stand. */
  part: string;
  alsoIn: string;
  /** In either order, and of these the ones in the same order. */
  count: number;
  sameOrder: number;
  first: string | null;
}

function keysOf({ pairs }: BenchmarkPart): { same: Set<string>; either: Set<string> } {
  const same = new Set<string>();
  const either = new Set<string>();
  for (const pair of pairs) {
    same.add(inOrder(pair.sentence1, pair.sentence2));
    either.add(eitherOrder(pair));
  }
  return { same, either };
}

/** For each two parts, in their order: how many pairs of the later stand in the earlier. */
export function sharedPairs(parts: readonly BenchmarkPart[]): SharedPairs[] {
  const keys = parts.map(keysOf);
  const shared: SharedPairs[] = [];
  for (let later = 1; later < parts.length; later++) {
    for (let earlier = 0; earlier < later; earlier++) {
      const finder = new Finder();
      let sameOrder = 0;
      for (const pair of parts[later]!.pairs) {
        if (!keys[earlier]!.either.has(eitherOrder(pair))) continue;
        finder.add(pair);
        if (keys[earlier]!.same.has(inOrder(pair.sentence1, pair.sentence2))) sameOrder++;
      }
      if (finder.count === 0) continue;
      const { count, first } = finder.finding;
      const [part, alsoIn] = [partName(parts[later]!), partName(parts[earlier]!)];
      shared.push({ part, alsoIn, count, sameOrder, first });
    }
  }
  return shared;
}
