/** What the page says to its service worker. */
export type ToWorker =
  /** Take over from the version before. */
  | { type: 'take over' }
  /**
   * Keep what is not kept yet; answered at the port that comes along. `entry` is the address of the page's first
   * script, which tells which build it runs.
   */
  | { type: 'complete'; entry: string };

/** The answer to `complete`: null when everything is kept, else why not. */
export interface Completed {
  problem: string | null;
}
