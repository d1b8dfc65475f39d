import type { SynsetTables } from './decode.ts';
import { bounded, lazy } from './remember.ts';
import type { Lexicon, WordClass } from './types.ts';

const FIRST_SENSES = 3;

/**
 * A common ancestor this far from the root, or nearer, says nothing: "entity" (0), "abstraction", "physical entity" (1),
 * "object", "attribute", "group" (2). Verbs have hundreds of small hierarchies, where a root does say something.
 */
const ROOTS: Record<WordClass, number> = { noun: 2, verb: -1, adjective: -1, adverb: -1 };

interface Kin extends Pick<Lexicon, 'stepsUp' | 'commonAncestor' | 'sisters'> {
  /** Direct hypernyms of a synset. */
  up(synset: number): Uint32Array;
}

/** Questions about what is a kind of what. */
export function hierarchy(
  { links, linkStart, classStart }: SynsetTables,
  synsetsOf: (word: string, as: WordClass) => Uint32Array,
  wordsOf: (synset: number) => readonly string[],
  frequencyOf: (word: string, synset: number, as: WordClass) => number,
): Kin {
  /** Hypernyms. What links adjectives is likeness, which leads nowhere up. */
  const up = (synset: number): Uint32Array =>
    links.subarray(linkStart[synset], synset < classStart[2]! ? linkStart[synset + 1] : linkStart[synset]);

  /** All ancestors of the first senses of a word, themselves included -> fewest steps to them, nearest first. */
  const ancestors = bounded((key: string): ReadonlyMap<number, number> => {
    const [as, count, ...rest] = key.split(' ') as [WordClass, string, ...string[]];
    const steps = new Map<number, number>();
    let level = Array.from(synsetsOf(rest.join(' '), as).subarray(0, Number(count)));
    for (let step = 0; level.length > 0; step++) {
      const next: number[] = [];
      for (const synset of level) {
        if (steps.has(synset)) continue;
        steps.set(synset, step);
        next.push(...up(synset));
      }
      level = next;
    }
    return steps;
  }, 20_000);
  const ancestorsOf = (word: string, as: WordClass, count: number): ReadonlyMap<number, number> =>
    ancestors(`${as} ${count} ${word}`);

  /** Steps of the longest way to a root: "person" is near to the root as a cause and far from it as an organism. */
  const depthOf = bounded((synset: number): number => {
    let depth = 0;
    for (const parent of up(synset)) depth = Math.max(depth, depthOf(parent) + 1);
    return depth;
  });

  /** Hyponyms: the links the other way round, in stretches as those. */
  const down = lazy(() => {
    const synsets = linkStart.length - 1;
    const start = new Uint32Array(synsets + 1);
    const ordered = classStart[2]!;
    for (let s = 0; s < ordered; s++) for (const target of up(s)) start[target + 1]!++;
    for (let s = 0; s < synsets; s++) start[s + 1]! += start[s]!;
    const next = start.slice();
    const children = new Uint32Array(start[synsets]!);
    for (let s = 0; s < ordered; s++) for (const target of up(s)) children[next[target]!++] = s;
    return { start, children };
  });

  return {
    up,

    stepsUp(word, ancestor, as, count = FIRST_SENSES) {
      const steps = ancestorsOf(word, as, count);
      let fewest: number | null = null;
      for (const sense of synsetsOf(ancestor, as).subarray(0, count)) {
        const found = steps.get(sense);
        if (found !== undefined && (fewest === null || found < fewest)) fewest = found;
      }
      return fewest;
    },

    commonAncestor(a, b, as, count = FIRST_SENSES) {
      const ofB = ancestorsOf(b, as, count);
      let best: { synset: number; stepsA: number; stepsB: number } | null = null;
      for (const [synset, stepsA] of ancestorsOf(a, as, count)) {
        const stepsB = ofB.get(synset);
        if (stepsB === undefined || depthOf(synset) <= ROOTS[as]) continue;
        const steps = stepsA + stepsB;
        const least = best === null ? Infinity : best.stepsA + best.stepsB;
        const isNearer =
          steps < least ||
          // Of two at the same distance the more specific one; then the first of WordNet, for either order of a and b.
          (best !== null &&
            steps === least &&
            (depthOf(synset) - depthOf(best.synset) || best.synset - synset) > 0);
        if (isNearer) best = { synset, stepsA, stepsB };
      }
      if (best === null) return null;
      const { synset, stepsA, stepsB } = best;
      return { words: wordsOf(synset), stepsA, stepsB, depth: depthOf(synset) };
    },

    sisters(word, as) {
      const [own] = synsetsOf(word, as);
      if (own === undefined) return [];
      const { start, children } = down();
      const met = new Map<string, number>();
      for (const parent of up(own)) {
        for (const child of children.subarray(start[parent], start[parent + 1])) {
          if (child === own) continue;
          for (const sister of wordsOf(child)) {
            met.set(sister, Math.max(met.get(sister) ?? 0, frequencyOf(sister, child, as)));
          }
        }
      }
      for (const synonym of wordsOf(own)) met.delete(synonym);
      return [...met.keys()].sort((x, y) => met.get(y)! - met.get(x)! || (x < y ? -1 : 1));
    },
  };
}
