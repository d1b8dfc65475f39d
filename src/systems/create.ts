import { overlapSystem } from './overlap.ts';
import type { SystemSpec } from './registry.ts';
import { missingAsZero } from './scores.ts';
import type { TaskState } from './taskState.ts';
import type { SimilaritySystem } from './types.ts';
import { wordVectorSystem } from './wordVectors.ts';

/** The system that a spec names, for one task. */
export function createSystem(spec: SystemSpec, state: TaskState): SimilaritySystem {
  const system = spec.kind === 'overlap-cosine' ? overlapSystem(spec, state) : wordVectorSystem(spec, state);
  if (spec.parameters.missing !== 'zero') return system;
  return {
    ...system,
    score: async (report, signal) => missingAsZero(await system.score(report, signal)),
  };
}
