import { Failure } from '../../failure.ts';
import type { CodePlace } from './messages.ts';

/** What went wrong in the user's own code. */
export class CodeFailure extends Failure {
  /** In the user's source; null where it is no place of it. */
  readonly place: CodePlace | null;

  constructor(code: string, what: string, nextStep: string, place: CodePlace | null = null) {
    super(code, what, nextStep);
    this.name = 'CodeFailure';
    this.place = place;
  }
}
