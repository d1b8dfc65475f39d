// Counts of runs of three characters, compared by the share of them that two sentences have in
// common. It knows no words, so it works in any language and forgives spelling.

const LENGTH = 3;
const PLACES = 2048;

/**
 * @param {object} params
 * @param {string[]} batch
 * @returns {Promise<Float32Array[]>} a vector for each sentence, all of one length
 */
export async function batcher(params, batch) {
  return batch.map((sentence) => {
    const counts = new Float32Array(PLACES);
    const text = ` ${params.tokenise(sentence).join(' ')} `;
    for (let at = 0; at + LENGTH <= text.length; at++) counts[placeOf(text.slice(at, at + LENGTH))]++;
    return counts;
  });
}

/**
 * May be left out: then the measure that is chosen compares the vectors. Higher is closer.
 *
 * @param {Float32Array} u
 * @param {Float32Array} v
 * @returns {number}
 */
export function similarity(u, v) {
  let common = 0;
  let all = 0;
  for (let i = 0; i < u.length; i++) {
    common += Math.min(u[i], v[i]);
    all += Math.max(u[i], v[i]);
  }
  return common / all;
}

/** FNV-1a. */
function placeOf(text) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0) % PLACES;
}
