import { createSHA1 } from 'hash-wasm';
import * as problem from './problems.ts';
import type { ListedFile } from './sources.ts';

/** A file that is wanted, and what is known of it. */
export interface Wanted extends problem.Named, ListedFile {}

/**
 * Holds the bytes of a file against what is known of them: its sha256, or git's hash. Of a file that nothing is
 * known of, JSON has at least to be JSON.
 * @throws Failure `wrong-content`, `not-json`
 */
export async function checkFile(wanted: Wanted, bytes: ArrayBuffer, sha256: string): Promise<void> {
  if (wanted.sha256 !== null) {
    if (sha256 !== wanted.sha256) throw problem.wrongContent(wanted, sha256);
  } else if (wanted.gitSha1 !== null) {
    if ((await gitBlobSha1(new Uint8Array(bytes))) !== wanted.gitSha1)
      throw problem.wrongContent(wanted, sha256);
  } else if (wanted.path.endsWith('.json')) {
    parseJson(wanted, bytes);
  }
}

/** Tells what is often served, or lies in a folder, in place of a file. Needs its first 200 bytes only. */
export function checkStart(named: problem.Named, bytes: Uint8Array): void {
  const start = new TextDecoder().decode(bytes.subarray(0, 200)).trimStart().toLowerCase();
  if (start.startsWith('<!doctype') || start.startsWith('<html')) throw problem.gotWebPage(named);
  if (start.startsWith('version https://git-lfs.github.com/spec')) throw problem.pointerFile(named);
}

/** @throws Failure `not-json` */
export function parseJson(named: problem.Named, buffer: ArrayBuffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(buffer));
  } catch (error) {
    throw problem.notJson(named, error);
  }
}

/** Git's name of a file: sha1 over "blob <size>\0" and the content. */
export async function gitBlobSha1(bytes: Uint8Array): Promise<string> {
  const hasher = await createSHA1();
  return hasher.update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}
