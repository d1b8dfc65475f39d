/** Runs what takes its time once the browser has painted that a press was heard. */
export function afterPaint(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work));
}
