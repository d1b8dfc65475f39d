import { Cancelled, Failure } from '../failure.ts';

export interface Notice {
  id: number;
  kind: 'error' | 'note';
  text: string;
  nextStep: string;
}

/** Messages that stay until they are read. */
export class Notices {
  list = $state.raw<readonly Notice[]>([]);
  private last = 0;

  add(kind: Notice['kind'], text: string, nextStep = ''): void {
    this.list = [
      ...this.list.filter((other) => other.text !== text),
      { id: ++this.last, kind, text, nextStep },
    ];
  }

  /** Shows what went wrong; a cancel is what the person wanted, so it shows nothing. */
  report(error: unknown): void {
    if (error instanceof Cancelled) return;
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
