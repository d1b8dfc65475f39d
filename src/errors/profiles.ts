import type { Lexicon, Sense, WordClass } from '../language/types.ts';
import { OPPOSED_KINDS } from './closedClasses.ts';

/** What the rules ask of a word again and again; each part is read when it is first asked for. */
export class Profile {
  readonly #lexicon: Lexicon;
  readonly #word: string;
  readonly #as: WordClass;
  #synonyms: ReadonlySet<string> | undefined;
  #related: ReadonlySet<string> | undefined;
  #opposites: ReadonlySet<string> | undefined;
  #poles: number | undefined;

  constructor(lexicon: Lexicon, word: string, as: WordClass) {
    this.#lexicon = lexicon;
    this.#word = word;
    this.#as = as;
  }

  /** In any sense of its class. */
  get synonyms(): ReadonlySet<string> {
    return (this.#synonyms ??= new Set(
      this.#lexicon.senses(this.#word, this.#as).flatMap((sense) => sense.words),
    ));
  }

  /** Of any class. */
  get related(): ReadonlySet<string> {
    return (this.#related ??= new Set(this.#lexicon.related(this.#word)));
  }

  /** Its opposites, those of its near synonyms, and what is derived from the opposite of what it is derived from. */
  get opposites(): ReadonlySet<string> {
    return (this.#opposites ??= readOpposites(this.#lexicon, this.#word, this.#as));
  }

  /** Of a verb, which of OPPOSED_KINDS it is a kind of: two bits each. */
  get poles(): number {
    return (this.#poles ??= this.#as === 'verb' ? readPoles(this.#lexicon, this.#word) : 0);
  }
}

const CLASSES: readonly WordClass[] = ['noun', 'verb', 'adjective', 'adverb'];

/** Bounded: a page that stays open over many benchmarks must not grow for ever. */
const MOST_PROFILES = 30_000;

const memos = new WeakMap<Lexicon, Record<WordClass, Map<string, Profile>>>();

export function profileOf(lexicon: Lexicon, word: string, as: WordClass): Profile {
  let memory = memos.get(lexicon);
  if (!memory) {
    memory = { noun: new Map(), verb: new Map(), adjective: new Map(), adverb: new Map() };
    memos.set(lexicon, memory);
  }
  const ofClass = memory[as];
  let profile = ofClass.get(word);
  if (!profile) {
    if (ofClass.size >= MOST_PROFILES) ofClass.clear();
    ofClass.set(word, (profile = new Profile(lexicon, word, as)));
  }
  return profile;
}

function readOpposites(lexicon: Lexicon, word: string, as: WordClass): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (words: readonly string[]) => {
    for (const each of words) found.add(each);
  };
  for (const each of CLASSES) {
    // A noun is the opposite of nouns alone; the others are often taken for one another.
    if (each !== as && (as === 'noun' || each === 'noun')) continue;
    add(lexicon.antonyms(word, each));
    // "purchase" and "sell" through "buy", in the sense that people use most.
    if (each === 'adjective') continue;
    for (const synonym of lexicon.senses(word, each)[0]?.words ?? []) add(lexicon.antonyms(synonym, each));
  }
  // "loosen" and "tighten", "weakness" and "strength": from adjectives that are opposites.
  for (const adjective of lexicon.related(word)) {
    for (const opposite of lexicon.antonyms(adjective, 'adjective')) add(lexicon.related(opposite));
  }
  return found;
}

/** Senses of a verb that count, and steps from them up to a pole. */
const SENSES = 3;
const MOST_STEPS = 2;

const poleMemos = new WeakMap<Lexicon, ReadonlyMap<number, number>>();

/** The senses of OPPOSED_KINDS -> the bits of the poles that they are. */
function polesOf(lexicon: Lexicon): ReadonlyMap<number, number> {
  let poles = poleMemos.get(lexicon);
  if (!poles) {
    const found = new Map<number, number>();
    OPPOSED_KINDS.forEach((kinds, i) => {
      kinds.forEach((kind, side) => {
        for (const { id } of lexicon.senses(kind, 'verb').slice(0, SENSES)) {
          found.set(id, (found.get(id) ?? 0) | ((1 + side) << (2 * i)));
        }
      });
    });
    poleMemos.set(lexicon, (poles = found));
  }
  return poles;
}

function readPoles(lexicon: Lexicon, verb: string): number {
  const known = polesOf(lexicon);
  let poles = 0;
  let level: readonly Sense[] = lexicon.senses(verb, 'verb').slice(0, SENSES);
  for (let step = 0; step <= MOST_STEPS; step++) {
    for (const { id } of level) poles |= known.get(id) ?? 0;
    if (step < MOST_STEPS) level = level.flatMap((sense) => lexicon.kinds(sense));
  }
  return poles;
}
