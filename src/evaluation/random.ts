/** Uniform integers in [0, 2^32). */
export type Random = () => number;

const rotateLeft = (word: number, bits: number): number => (word << bits) | (word >>> (32 - bits));

/**
 * xoshiro128** 1.1 from the given four words, not all zero.
 * Source: Blackman and Vigna, "Scrambled linear pseudorandom number generators", ACM TOMS 47 (2021); reference
 * code at prng.di.unimi.it. Good for simulation, not for secrets.
 */
export function xoshiro128(words: readonly [number, number, number, number]): Random {
  // In a typed array, not in four variables: an engine would box words that do not fit a small integer.
  const state = Int32Array.from(words);
  return () => {
    const s1 = state[1]!;
    const s2 = state[2]! ^ state[0]!;
    const s3 = state[3]! ^ s1;
    state[1] = s1 ^ s2;
    state[0]! ^= s3;
    state[2] = s2 ^ (s1 << 9);
    state[3] = rotateLeft(s3, 11);
    return Math.imul(rotateLeft(Math.imul(s1, 5), 7), 9) >>> 0;
  };
}

/** The finaliser of MurmurHash3 (Appleby): a bijection of 32 bits in which every input bit moves all others. */
function mix(word: number): number {
  let h = word;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/**
 * The generator of a seed. Neighbouring seeds give unrelated streams: the state comes from the seed through
 * splitmix32 (steps of the golden ratio, mixed). The four words are outputs of a bijection at four different
 * inputs, so they are never all zero.
 * @throws RangeError where the seed is not an integer in [0, 2^32).
 */
export function seeded(seed: number): Random {
  if (!Number.isInteger(seed) || seed < 0 || seed >= 2 ** 32) {
    throw new RangeError(`the seed must be an integer from 0 to 4294967295, not ${seed}`);
  }
  const word = (step: number): number => mix((seed + Math.imul(step, 0x9e3779b9)) >>> 0);
  return xoshiro128([word(1), word(2), word(3), word(4)]);
}

/**
 * A uniform integer in [0, bound). The probabilities of two values differ by at most bound / 2^32 of
 * themselves, far below what any number of resamples could show.
 */
export function below(random: Random, bound: number): number {
  return Math.floor((random() / 2 ** 32) * bound);
}
