import { Gunzip, unzipSync } from 'fflate';
import { parseTar } from 'nanotar';
import { Failure } from '../../failure.ts';
import type { NamedBytes } from '../types.ts';
import { unusableFile, type UnusableFile } from '../unusable.ts';

/** The largest benchmark here unpacks to 5 MB; nothing of this field comes near this. */
export const MAX_UNPACKED_BYTES = 512 * 1024 * 1024;
const MAX_DEPTH = 3;
const CHUNK_BYTES = 64 * 1024;

export type Container = 'gzip' | 'zip' | 'tar' | 'parquet' | null;

/** What the first bytes say, whatever the name says. */
export function containerOf(bytes: Uint8Array): Container {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return 'gzip';
  if (bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5)) return 'zip';
  if (String.fromCharCode(...bytes.subarray(0, 4)) === 'PAR1') return 'parquet';
  if (String.fromCharCode(...bytes.subarray(257, 262)) === 'ustar') return 'tar';
  return null;
}

/** Bytes still allowed, shared by everything that one dropped file unpacks to. */
interface Budget {
  left: number;
}

function tooLarge(name: string): Failure {
  return new Failure(
    'archive-too-large',
    `${name} unpacks to more than ${MAX_UNPACKED_BYTES / 2 ** 20} MB, which is no benchmark.`,
    'Unpack it yourself and drop the files you want.',
  );
}

function spend(budget: Budget, sizeBytes: number, name: string): void {
  budget.left -= sizeBytes;
  if (budget.left < 0) throw tooLarge(name);
}

function gunzip({ name, bytes }: NamedBytes, budget: Budget): Uint8Array {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  let ended = false;
  const stream = new Gunzip((chunk, final) => {
    spend(budget, chunk.length, name);
    chunks.push(chunk);
    sizeBytes += chunk.length;
    ended ||= final;
  });
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    stream.push(bytes.subarray(at, at + CHUNK_BYTES), at + CHUNK_BYTES >= bytes.length);
  }
  if (!ended) throw new Error('it ends too early');
  const whole = new Uint8Array(sizeBytes);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/** Folders, and what macOS adds to archives. */
function isClutter(path: string): boolean {
  return path.endsWith('/') || /(^|\/)(__MACOSX\/|\._|\.DS_Store$)/.test(path);
}

function members(file: NamedBytes, container: Container, budget: Budget): NamedBytes[] {
  if (container === 'gzip') {
    const name = file.name.replace(/\.tgz$/i, '.tar').replace(/\.gz$/i, '');
    return [{ name, bytes: gunzip(file, budget) }];
  }
  const inside = (path: string) => `${file.name}/${path.replace(/^\.\//, '')}`;
  if (container === 'zip') {
    const unzipped = unzipSync(file.bytes, {
      filter: (member) => {
        if (isClutter(member.name)) return false;
        spend(budget, member.originalSize, file.name);
        return true;
      },
    });
    return Object.entries(unzipped).map(([path, bytes]) => ({ name: inside(path), bytes }));
  }
  const found: NamedBytes[] = [];
  for (const item of parseTar(file.bytes)) {
    if (item.type !== 'file' || item.data === undefined || isClutter(item.name)) continue;
    if (item.data.length !== item.size) throw new Error(`${item.name} is cut off`);
    spend(budget, item.size, file.name);
    found.push({ name: inside(item.name), bytes: item.data });
  }
  return found;
}

function unpackWithin(file: NamedBytes, budget: Budget, depth: number): NamedBytes[] {
  const container = containerOf(file.bytes);
  if (container === null || container === 'parquet') return [file];
  if (depth === MAX_DEPTH) {
    throw new Failure(
      'archive-too-deep',
      `${file.name} is an archive inside ${MAX_DEPTH} others.`,
      'Unpack it yourself and drop the files you want.',
    );
  }
  let inner: NamedBytes[];
  try {
    inner = members(file, container, budget);
  } catch (cause) {
    if (cause instanceof Failure) throw cause;
    throw new Failure(
      'archive-damaged',
      `${file.name} could not be unpacked as ${container}: ${(cause as Error).message}.`,
      'Fetch it again, or unpack it yourself and drop the files.',
      { cause },
    );
  }
  return inner.flatMap((member) => unpackWithin(member, budget, depth + 1));
}

/**
 * The files in a gzip, zip, tar or tar.gz, found by their first bytes; a plain file comes back alone. Names
 * of members are "archive/path/in/it".
 * @throws Failure `archive-damaged`, `archive-too-large`, `archive-too-deep`.
 */
export function unpack(file: NamedBytes, maxBytes: number = MAX_UNPACKED_BYTES): NamedBytes[] {
  return unpackWithin(file, { left: maxBytes }, 0);
}

/** Unpacks what can be unpacked; one damaged archive does not sink the files beside it. */
export function unpackAll(files: readonly NamedBytes[]): { files: NamedBytes[]; unusable: UnusableFile[] } {
  const result: { files: NamedBytes[]; unusable: UnusableFile[] } = { files: [], unusable: [] };
  for (const file of files) {
    try {
      result.files.push(...unpack(file));
    } catch (error) {
      result.unusable.push(unusableFile(file.name, error));
    }
  }
  return result;
}
