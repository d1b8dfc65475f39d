import type { ModelFile } from '../../../models/formats.ts';
import { Cancelled, Failure } from '../../failure.ts';
import type { Validators } from './keptFile.ts';
import * as problem from './problems.ts';
import {
  fileUrl,
  type ListedFile,
  type ModelRecord,
  type ModelSources,
  type ShippedModel,
} from './sources.ts';

export const MANIFEST = 'manifest.json';

/** A shipped model before its manifest is read: the manifest alone, by its hash. */
export function manifestRecord({ id, revision }: ShippedModel): ModelRecord {
  return {
    model: id,
    origin: 'site',
    originDetail: null,
    revision,
    files: { [MANIFEST]: { sizeBytes: null, sha256: revision, gitSha1: null } },
  };
}

/** A shipped model with the files that its manifest names. */
export function shippedRecord(shipped: ShippedModel, manifest: { files?: ModelFile[] }): ModelRecord {
  const record = manifestRecord(shipped);
  if (!Array.isArray(manifest.files)) {
    throw new Failure(
      'not-an-encoder',
      `The manifest of ${shipped.id} names no files: it is not a transformer.`,
      'Choose another model.',
    );
  }
  const files: Record<string, ListedFile> = {};
  for (const { name, sizeBytes, sha256 } of manifest.files)
    files[name] = { sizeBytes, sha256, gitSha1: null };
  return { ...record, files };
}

/** A folder that the host put under models/ without a manifest of ours. */
export function folderRecord(model: string): ModelRecord {
  return { model, origin: 'site', originDetail: null, revision: 'folder', files: null };
}

/** What a host says of a file without giving it. */
export interface Probed extends Validators {
  sizeBytes: number | null;
}

/**
 * Asks our own host for a file by name. Null where it is not there: an error, or the web page that a static host
 * gives in place of what it does not have.
 * @throws Failure `download-failed` where the host is not reached; Cancelled
 */
export async function probe(
  record: ModelRecord,
  path: string,
  sources: ModelSources,
  signal?: AbortSignal,
): Promise<Probed | null> {
  const url = fileUrl(record, path, sources);
  const ask = async (method: string): Promise<Response> => {
    try {
      return await sources.fetch(url, { method, signal: signal ?? null, cache: 'no-cache' });
    } catch (error) {
      if (signal?.aborted) throw new Cancelled('The download');
      throw problem.unreachable({ model: record.model, path, origin: 'site', url }, sources, error);
    }
  };
  let response = await ask('HEAD');
  // Some hosts know no HEAD: what a GET begins with says the same.
  if (response.status === 405 || response.status === 501) response = await ask('GET');
  await response.body?.cancel();
  if (!response.ok || response.headers.get('content-type')?.includes('text/html')) return null;
  const length = response.headers.get('content-length');
  const isPlain = !response.headers.get('content-encoding');
  return {
    sizeBytes: length && isPlain ? Number(length) : null,
    etag: response.headers.get('etag'),
    modified: response.headers.get('last-modified'),
  };
}

/** Whether what is kept is still what the host has. A host that says nothing to tell by is asked again. */
export function isUnchanged(kept: Validators & { sizeBytes: number }, now: Probed): boolean {
  if (now.sizeBytes !== null && now.sizeBytes !== kept.sizeBytes) return false;
  // Weak or not: a host that compresses may say either of the same file.
  if (now.etag && kept.etag) return strict(now.etag) === strict(kept.etag);
  return now.modified !== null && now.modified === kept.modified;
}

function strict(etag: string): string {
  return etag.replace(/^W\//, '');
}
