// TF-IDF: a word counts the more, the fewer sentences it stands in. Each word has a place in the
// vector by its hash, so two words may share one: with more places, fewer do.

const PLACES = 1024;

/**
 * @typedef {object} Params Kept between the calls: put into it what prepare finds out.
 * @property {number} batchSize How many sentences batcher gets at once. It may be set here.
 * @property {(sentence: string) => string[]} tokenise The words of a sentence, lower-cased.
 * @property {Map<string, number>} idf Ours, set in prepare.
 */

/**
 * Called once, before batcher, with every distinct sentence of the benchmark. It may be left out.
 *
 * @param {Params} params
 * @param {string[]} sentences
 */
export async function prepare(params, sentences) {
  const frequency = new Map();
  for (const sentence of sentences) {
    for (const word of new Set(params.tokenise(sentence))) {
      frequency.set(word, (frequency.get(word) ?? 0) + 1);
    }
  }
  params.idf = new Map();
  for (const [word, count] of frequency) params.idf.set(word, Math.log(sentences.length / count));
}

/**
 * @param {Params} params
 * @param {string[]} batch
 * @returns {Promise<Float32Array[]>} a vector for each sentence, all of one length
 */
export async function batcher(params, batch) {
  return batch.map((sentence) => {
    const row = new Float32Array(PLACES);
    for (const word of params.tokenise(sentence)) row[placeOf(word)] += params.idf.get(word) ?? 0;
    return row;
  });
}

/** FNV-1a. */
function placeOf(word) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193);
  return (hash >>> 0) % PLACES;
}
