export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Whoever ran last tidies up its memory for some seconds; that is not the next one's time. */
export const rest = (ms = 4_000): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Collects what was measured and prints it as it comes. */
export class Report {
  private missed = 0;

  title(text: string): void {
    console.log(`\n${text}`);
  }

  row(what: string, seconds: number): void {
    console.log(`  ${what.padEnd(62)} ${(seconds * 1000).toFixed(1).padStart(9)} ms`);
  }

  fact(what: string, value: string): void {
    console.log(`  ${what.padEnd(62)} ${value.padStart(12)}`);
  }

  /** A ratio that should be at least `wanted`. */
  ratio(what: string, found: number, wanted: number): void {
    const holds = found >= wanted;
    if (!holds) this.missed++;
    console.log(
      `  ${what.padEnd(62)} ${`${found.toFixed(2)} x`.padStart(12)}  (at least ${wanted}: ${holds ? 'yes' : 'NO'})`,
    );
  }

  /** A time that should be at most `limitMs`. */
  atMost(what: string, foundMs: number, limitMs: number): void {
    const holds = foundMs <= limitMs;
    if (!holds) this.missed++;
    console.log(
      `  ${what.padEnd(62)} ${foundMs.toFixed(0).padStart(9)} ms  (at most ${limitMs}: ${holds ? 'yes' : 'NO'})`,
    );
  }

  growth(pairs: number, seconds: number, bytes: number): void {
    const perPair = (seconds * 1e6) / pairs;
    console.log(
      `  ${pairs.toLocaleString('en').padStart(9)} pairs ${seconds.toFixed(2).padStart(8)} s ` +
        `${perPair.toFixed(1).padStart(7)} µs a pair ${(bytes / 1e6).toFixed(0).padStart(6)} MB`,
    );
  }

  get allHold(): boolean {
    return this.missed === 0;
  }
}
