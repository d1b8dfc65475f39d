// The average of the GloVe vectors of a sentence's words.
// Two functions, after SentEval: prepare (optional) and batcher. The vectors are then compared
// by the measure that the system's parameters name.

/**
 * @typedef {object} Params Kept between the calls: put into it what prepare finds out.
 * @property {number} batchSize How many sentences batcher gets at once. It may be set here or in prepare.
 * @property {(sentence: string) => string[]} tokenise The words of a sentence, lower-cased.
 * @property {Map<string, Float32Array>} wordVectors GloVe vectors of the benchmark's words. Do not change them.
 * @property {number} dimension How many numbers a word vector has.
 */

/**
 * Gives a vector for each sentence, all of one length. A row of zeros says that nothing is known
 * of the sentence: its pairs then have no score.
 *
 * @param {Params} params
 * @param {string[]} batch
 * @returns {Promise<(number[] | Float32Array)[]>}
 */
export async function batcher(params, batch) {
  return batch.map((sentence) => {
    const average = new Array(params.dimension).fill(0);
    const vectors = params
      .tokenise(sentence)
      .map((word) => params.wordVectors.get(word))
      .filter((vector) => vector !== undefined);
    for (const vector of vectors) {
      for (let i = 0; i < average.length; i++) average[i] += vector[i] / vectors.length;
    }
    return average;
  });
}
