import { Failure } from '../../failure.ts';
import type { SegmentSummer } from '../../systems/encoders/types.ts';
import { canary } from './canary.ts';
import type { BackendName, BackendPreference, BackendState } from './types.ts';

/** How a backend is started; injected, so that the choice is tested without a GPU. */
export interface BackendStarter {
  /** Why the browser can't offer WebGPU, or null where it can. */
  withoutWebGpu(): Promise<string | null>;
  start(name: BackendName): Promise<SegmentSummer>;
}

/**
 * Automatic: WebGPU, else WebAssembly, else plain JavaScript; each must pass the canary. Chosen by hand: that one,
 * or a Failure, never another one in silence.
 */
export async function chooseBackend(
  preference: BackendPreference,
  starter: BackendStarter,
): Promise<{ summer: SegmentSummer; state: BackendState }> {
  const candidates: BackendName[] = preference === 'auto' ? ['webgpu', 'wasm', 'cpu'] : [preference];
  const refused: BackendState['refused'] = [];
  for (const backend of candidates) {
    const attempt = await tryBackend(backend, starter);
    if (typeof attempt !== 'string') {
      return { summer: attempt, state: { backend, preference, why: why(preference, refused), refused } };
    }
    refused.push({ backend, reason: attempt });
  }
  throw new Failure(
    'no-backend',
    refused.map(({ backend, reason }) => `${backend} can't be used: ${reason}.`).join(' '),
    preference === 'auto'
      ? 'Use another browser; word overlap works without a backend.'
      : 'Choose "automatic".',
  );
}

async function tryBackend(backend: BackendName, starter: BackendStarter): Promise<SegmentSummer | string> {
  try {
    if (backend === 'webgpu') {
      const lacking = await starter.withoutWebGpu();
      if (lacking) return lacking;
    }
    const summer = await starter.start(backend);
    const wrong = await canary(summer);
    return wrong ? `it computes wrong sums here (${wrong})` : summer;
  } catch (error) {
    return error instanceof Error ? error.message.replace(/[.\s]+$/, '') : String(error);
  }
}

function why(preference: BackendPreference, refused: BackendState['refused']): string {
  if (preference !== 'auto') return 'chosen by hand';
  if (refused.length === 0) return 'chosen automatically: the fastest that this browser offers';
  return `chosen automatically: ${refused.map(({ backend, reason }) => `no ${backend}, ${reason}`).join('; ')}`;
}
