import { Cancelled, Failure } from '../failure.ts';
import type { FailureLog } from './diagnosticsFailures.ts';

export interface Notice {
  id: number;
  kind: 'error' | 'note';
  text: string;
  nextStep: string;
  /** Something that the message offers to do. */
  offer: { title: string; accept: () => void } | null;
}

/** Messages that stay until they are read. */
export class Notices {
  list = $state.raw<readonly Notice[]>([]);
  private last = 0;
  private readonly log: Pick<FailureLog, 'note'>;

  constructor(log: Pick<FailureLog, 'note'>) {
    this.log = log;
  }

  add(kind: Notice['kind'], text: string, nextStep = '', offer: Notice['offer'] = null): void {
    const notice = { id: ++this.last, kind, text, nextStep, offer };
    this.list = [...this.list.filter((other) => other.text !== text), notice];
  }

  /** Shows what went wrong; a cancel is what the person wanted, so it shows nothing. */
  report(error: unknown): void {
    if (error instanceof Cancelled) return;
    this.log.note(error);
    if (error instanceof Failure) this.add('error', error.what, error.nextStep);
    else {
      console.error(error);
      const message = error instanceof Error ? error.message : String(error);
      this.add('error', `Something went wrong: ${message}.`, 'Reload the page. What was stored is kept.');
    }
  }

  dismiss(id: number): void {
    this.list = this.list.filter((notice) => notice.id !== id);
  }
}
