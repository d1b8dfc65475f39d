/** What a class said of pairs before it saw a score. */
export class Predictions {
  /** Pair -> what was predicted for it, 0 to 5. */
  private said = $state.raw<ReadonlyMap<string, number>>(new Map());
  /** Pairs whose scores were shown. */
  private revealed = $state.raw<ReadonlySet<string>>(new Set());

  of(sentences: readonly [string, string]): number | null {
    return this.said.get(keyOf(sentences)) ?? null;
  }

  say(sentences: readonly [string, string], value: number): void {
    this.said = new Map([...this.said, [keyOf(sentences), value]]);
  }

  isRevealed(sentences: readonly [string, string]): boolean {
    return this.revealed.has(keyOf(sentences));
  }

  reveal(sentences: readonly [string, string]): void {
    this.revealed = new Set([...this.revealed, keyOf(sentences)]);
  }
}

function keyOf(sentences: readonly [string, string]): string {
  return JSON.stringify(sentences);
}
