/** Marks an answer that came after a newer question. */
export const STALE: unique symbol = Symbol('stale');

/**
 * Keeps only the newest answer: `ask` gives STALE where another question was asked meanwhile, so that no panel
 * has to check for itself. Errors of stale questions are dropped with them.
 */
export class Latest {
  private asked = 0;

  async ask<T>(question: () => Promise<T>): Promise<T | typeof STALE> {
    const mine = ++this.asked;
    try {
      const answer = await question();
      return mine === this.asked ? answer : STALE;
    } catch (error) {
      if (mine !== this.asked) return STALE;
      throw error;
    }
  }

  /** Makes whatever is on its way stale. */
  drop(): void {
    this.asked++;
  }
}
