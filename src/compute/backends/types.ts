import type { SegmentSummer } from '../../systems/encoders/types.ts';

export type BackendName = SegmentSummer['backend'];
export type BackendPreference = 'auto' | BackendName;

/** Which backend computes the lexical encoders, and why. */
export interface BackendState {
  backend: BackendName;
  preference: BackendPreference;
  /** One line for the page: "chosen automatically: this browser offers no WebGPU adapter". */
  why: string;
  /** Backends that were tried and refused, each with the reason. */
  refused: { backend: BackendName; reason: string }[];
}
