import { Failure } from '../failure.ts';

/** A dropped file that gives no pairs, and why: the words of a Failure, which cross to the page as data. */
export interface UnusableFile {
  name: string;
  code: string;
  what: string;
  nextStep: string;
}

/** @throws `error` itself where it is no Failure: that is a fault of the page, not of the file. */
export function unusableFile(name: string, error: unknown): UnusableFile {
  if (!(error instanceof Failure)) throw error;
  const { code, what, nextStep } = error;
  return { name, code, what, nextStep };
}
