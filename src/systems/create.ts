import { alignedSystem } from './aligned.ts';
import type { ContextCounts } from './contexts/types.ts';
import { overlapSystem } from './overlap.ts';
import { checkSpec, lexicalSpec, type LexicalSpec } from './registry.ts';
import { missingAsZero } from './scores.ts';
import type { TaskState } from './taskState.ts';
import type { SimilaritySystem } from './types.ts';
import type { WordFit } from './wordFit.ts';
import { wordVectorSystem } from './wordVectors.ts';

/** What was fitted on other sentences than those to be scored, by the family of systems that takes it. */
export interface SystemFit {
  words?: WordFit;
  contexts?: ContextCounts;
}

/**
 * The system that a spec names, for one task.
 * @param fit what is fitted on other sentences than the task's; what is absent is fitted on the task itself
 * @throws Failure `not-lexical` for a transformer: its scores come from embeddings (see `scoreEmbeddings`);
 * `bad-parameter` where the parameters contradict one another
 */
export function createSystem(given: LexicalSpec, state: TaskState, fit: SystemFit = {}): SimilaritySystem {
  const spec = lexicalSpec(given);
  checkSpec(spec);
  const system = unwrapped(spec, state, fit);
  if (spec.parameters.missing !== 'zero') return system;
  return {
    ...system,
    score: async (report, signal) => missingAsZero(await system.score(report, signal)),
  };
}

function unwrapped(spec: LexicalSpec, state: TaskState, fit: SystemFit): SimilaritySystem {
  if (spec.kind === 'overlap-cosine') return overlapSystem(spec, state);
  if (spec.kind === 'aligned') return alignedSystem(spec, state, fit.contexts ?? null);
  return wordVectorSystem(spec, state, fit.words ?? null);
}
