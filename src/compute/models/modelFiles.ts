import { sha256Hex } from '../../benchmarks/hash.ts';
import { Cancelled } from '../../failure.ts';
import { remember } from '../../systems/taskState.ts';
import type { Progress } from '../../systems/types.ts';
import { parseJson } from './checkFile.ts';
import { fetchFile, type Fetched } from './fetchFile.ts';
import { heldFolder, readBlob } from './folder.ts';
import { quietly } from './kept.ts';
import { dropFile, isMarked, keptBytes, keptFile, mark, type KeptFile, type Slot } from './keptFile.ts';
import type { Place } from './place.ts';
import { lostCopy, missingFile, type Named } from './problems.ts';
import { shared, type SharedJob } from './share.ts';
import { isUnchanged, probe, type Probed } from './site.ts';
import type { ModelFiles } from './files.ts';
import { fileUrl, type ListedFile, type ModelRecord, type ModelSources } from './sources.ts';

/**
 * Kept files up to this size are hashed when they are first read. Larger ones are trusted by the length of each
 * part: hashing half a gigabyte would take a second of every visit, and the browser checks its own entries.
 */
const HASHED_BYTES = 64 * 1024 * 1024;

interface Located extends ListedFile {
  /** What the host said of the file today; null where it is not asked (its revision is fixed) or not reached. */
  probed: Probed | null;
}

/** The files of a model of a known revision. */
export function modelFiles(record: ModelRecord, place: Place, sources: ModelSources): ModelFiles {
  const { model, origin, originDetail } = record;
  const located = new Map<string, Promise<Located | null>>();
  const jobs = new Map<string, SharedJob<Fetched>>();
  const sha256Of = new Map<string, string>();
  let notKept: string | null = null;

  const slotOf = (path: string): Slot => ({ place, model, revision: record.revision, path });
  const nameOf = (path: string): Named => ({
    model,
    path,
    origin,
    url: origin === 'folder' ? path : fileUrl(record, path, sources),
  });

  async function locate(path: string, signal?: AbortSignal): Promise<Located | null> {
    if (path.split('/').some((step) => step === '' || step === '.' || step === '..')) return null;
    if (record.files) {
      return Object.hasOwn(record.files, path) ? { ...record.files[path]!, probed: null } : null;
    }
    return remember(located, path, () => probeOrKept(path, signal));
  }

  /** A file of a host's own folder; without a network, what was found on an earlier visit. */
  async function probeOrKept(path: string, signal?: AbortSignal): Promise<Located | null> {
    const slot = slotOf(path);
    try {
      const probed = await probe(record, path, sources, signal);
      if (probed) return { sizeBytes: probed.sizeBytes, sha256: null, gitSha1: null, probed };
      await dropFile(slot);
      await quietly(() => mark(slot, 'absent'));
      return null;
    } catch (error) {
      if (error instanceof Cancelled) throw error;
      const kept = await keptFile(slot);
      if (kept) return { sizeBytes: kept.sizeBytes, sha256: kept.sha256, gitSha1: null, probed: null };
      if (await isMarked(slot, 'absent')) return null;
      throw error;
    }
  }

  async function obtain(path: string, report: Progress, signal: AbortSignal): Promise<Fetched> {
    const held = origin === 'folder' ? heldFolder(model) : undefined;
    const dropped = held?.files.get(path);
    if (held && dropped) {
      const bytes = await readBlob(nameOf(path), dropped);
      return { bytes: bytes.buffer, sha256: await sha256Hex(bytes), notKept: held.notKept };
    }
    const at = await locate(path, signal);
    if (!at) throw missingFile(nameOf(path), Object.keys(record.files ?? {}));
    const slot = slotOf(path);
    const kept = await keptFile(slot);
    if (kept && fits(kept, at)) {
      const bytes = await keptBytes(slot, kept);
      if (bytes && (await isTrusted(kept, bytes))) return { bytes, sha256: kept.sha256, notKept: null };
    }
    // Spoilt, or replaced by its host.
    if (kept) await dropFile(slot);
    if (origin === 'folder') throw lostCopy(nameOf(path));
    // The host's word on the length of a file of its own is taken with the file, which it may compress.
    const wanted = at.probed ? { ...at, sizeBytes: null } : at;
    return fetchFile({ ...nameOf(path), ...wanted }, slot, sources, report, signal);
  }

  async function read(path: string, report: Progress = () => {}, signal?: AbortSignal): Promise<ArrayBuffer> {
    const { value, isFirst } = await shared(
      jobs,
      path,
      (tell, stop) => obtain(path, tell, stop),
      report,
      signal,
    );
    sha256Of.set(path, value.sha256);
    notKept = value.notKept ?? notKept;
    // Each reader may transfer its own.
    return isFirst ? value.bytes : value.bytes.slice(0);
  }

  return {
    model,
    origin,
    originDetail,
    read,
    has: async (path) => (await locate(path)) !== null,
    sizeBytes: async (path) => (await locate(path))?.sizeBytes ?? null,
    async readJson<T>(path: string, signal?: AbortSignal): Promise<T | null> {
      if (!(await locate(path, signal))) return null;
      return parseJson(nameOf(path), await read(path, undefined, signal)) as T;
    },
    async revision() {
      const lines = [...sha256Of].map(([path, sha256]) => `${path} ${sha256}`).sort();
      return sha256Hex(new TextEncoder().encode(lines.join('\n')));
    },
    notKept: () => notKept,
  };
}

function fits(kept: KeptFile, { sizeBytes, sha256, probed }: Located): boolean {
  if (probed) return isUnchanged(kept, probed);
  return (sizeBytes === null || sizeBytes === kept.sizeBytes) && (sha256 === null || sha256 === kept.sha256);
}

async function isTrusted(kept: KeptFile, bytes: ArrayBuffer): Promise<boolean> {
  return kept.sizeBytes > HASHED_BYTES || (await sha256Hex(new Uint8Array(bytes))) === kept.sha256;
}
