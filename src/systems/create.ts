import { overlapSystem } from './overlap.ts';
import { checkSpec, lexicalSpec, type LexicalSpec } from './registry.ts';
import { missingAsZero } from './scores.ts';
import type { TaskState } from './taskState.ts';
import type { SimilaritySystem } from './types.ts';
import type { WordFit } from './wordFit.ts';
import { wordVectorSystem } from './wordVectors.ts';

/**
 * The system that a spec names, for one task.
 * @param fit what is fitted on other sentences than the task's; null fits on the task itself
 * @throws Failure `not-lexical` for a transformer: its scores come from embeddings (see `scoreEmbeddings`);
 * `bad-parameter` where the parameters contradict one another
 */
export function createSystem(
  given: LexicalSpec,
  state: TaskState,
  fit: WordFit | null = null,
): SimilaritySystem {
  const spec = lexicalSpec(given);
  checkSpec(spec);
  const system =
    spec.kind === 'overlap-cosine' ? overlapSystem(spec, state) : wordVectorSystem(spec, state, fit);
  if (spec.parameters.missing !== 'zero') return system;
  return {
    ...system,
    score: async (report, signal) => missingAsZero(await system.score(report, signal)),
  };
}
