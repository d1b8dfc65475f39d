import { overlapSystem } from './overlap.ts';
import type { SystemSpec } from './registry.ts';
import type { TaskState } from './taskState.ts';
import type { SimilaritySystem } from './types.ts';
import { wordVectorSystem } from './wordVectors.ts';

/** The system that a spec names, for one task. */
export function createSystem(spec: SystemSpec, state: TaskState): SimilaritySystem {
  return spec.kind === 'overlap-cosine' ? overlapSystem(spec, state) : wordVectorSystem(spec, state);
}
