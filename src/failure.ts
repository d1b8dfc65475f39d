/**
 * A failure that a person can meet. `message` says what happened and where; `nextStep` says what to do
 * about it. Subclasses carry a `code`, so that a failure keeps its kind across the worker boundary, where
 * prototypes do not survive.
 */
export class Failure extends Error {
  readonly code: string;
  readonly nextStep: string;
  /** The message without the next step, for places that lay the two out apart. */
  readonly what: string;

  constructor(code: string, what: string, nextStep: string, options?: ErrorOptions) {
    super(`${what} ${nextStep}`, options);
    this.name = 'Failure';
    this.code = code;
    this.what = what;
    this.nextStep = nextStep;
  }
}

/** Thrown by a job whose signal was aborted. Not an error to show: the person asked for it. */
export class Cancelled extends Error {
  constructor(what = 'The job') {
    super(`${what} was cancelled.`);
    this.name = 'Cancelled';
  }
}

export function throwIfAborted(signal: AbortSignal | undefined, what?: string): void {
  if (signal?.aborted) throw new Cancelled(what);
}
