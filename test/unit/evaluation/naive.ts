/** Definitions taken literally, O(n^2), for tests to compare with. NaN where not defined. */

export function naivePearson(x: readonly number[], y: readonly number[]): number {
  const mean = (column: readonly number[]): number => column.reduce((a, b) => a + b, 0) / column.length;
  const [mx, my] = [mean(x), mean(y)];
  let [xx, yy, xy] = [0, 0, 0];
  x.forEach((value, row) => {
    xx += (value - mx) ** 2;
    yy += (y[row]! - my) ** 2;
    xy += (value - mx) * (y[row]! - my);
  });
  return xy / Math.sqrt(xx * yy);
}

/** Rank = 1 + how many are smaller + half of how many others are equal. */
export function naiveRanks(column: readonly number[]): number[] {
  return column.map(
    (value) =>
      1 +
      column.filter((other) => other < value).length +
      (column.filter((other) => other === value).length - 1) / 2,
  );
}

export function naiveSpearman(x: readonly number[], y: readonly number[]): number {
  return naivePearson(naiveRanks(x), naiveRanks(y));
}

export function naiveKendall(x: readonly number[], y: readonly number[]): number {
  let [balance, untiedX, untiedY] = [0, 0, 0];
  for (let i = 0; i < x.length; i++) {
    for (let j = 0; j < i; j++) {
      const dx = Math.sign(x[i]! - x[j]!);
      const dy = Math.sign(y[i]! - y[j]!);
      balance += dx * dy;
      untiedX += dx * dx;
      untiedY += dy * dy;
    }
  }
  return balance / Math.sqrt(untiedX * untiedY);
}

export const naive = { pearson: naivePearson, spearman: naiveSpearman, kendall: naiveKendall };
