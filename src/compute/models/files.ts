import type { Progress } from '../../systems/types.ts';

/** The files of one transformer at one revision, wherever they come from. */
export interface ModelFiles {
  model: string;
  origin: 'site' | 'hub' | 'folder';
  /** "commit 1a2b3c4d" for the hub, else null. */
  originDetail: string | null;
  /** Whether the model has the file. Costs no download of a large file. */
  has(path: string): Promise<boolean>;
  /** Bytes of the file where its host says so before it is fetched, else null. */
  sizeBytes(path: string): Promise<number | null>;
  /**
   * Gives a file: from what is kept, else fetched (from where an earlier attempt stopped), checked and kept.
   * @throws Failure: `file-missing`, `web-page`, `wrong-size`, `wrong-content`, `download-failed`; `Cancelled`
   */
  read(path: string, report?: Progress, signal?: AbortSignal): Promise<ArrayBuffer>;
  /** A JSON file; null where the model does not have it. @throws Failure `not-json` and those of `read` */
  readJson<T>(path: string, signal?: AbortSignal): Promise<T | null>;
  /** Why files that were read will have to be fetched again another time; null where all of them are kept. */
  notKept(): string | null;
  /** sha256 (hex) over the sorted lines "path sha256" of the files that were read so far. */
  revision(): Promise<string>;
}
