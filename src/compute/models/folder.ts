import { createSHA256 } from 'hash-wasm';
import { Cancelled, Failure, throwIfAborted } from '../../failure.ts';
import type { Progress } from '../../systems/types.ts';
import type { FolderFile } from '../encoders/types.ts';
import { checkStart, parseJson } from './checkFile.ts';
import { arrangeFolder } from './folderPaths.ts';
import { keepPart, keepWhole, type Slot } from './keptFile.ts';
import { PART_BYTES, whyNotKept } from './partWriter.ts';
import { openPlace, type Place } from './place.ts';
import type { Named } from './problems.ts';
import { dropRevision, keepRecord, keptRecord } from './records.ts';
import type { ListedFile, ModelRecord, ModelSources } from './sources.ts';

/** A folder that could not be kept: its files are read from the disk for as long as the worker lives. */
export interface HeldFolder {
  record: ModelRecord;
  files: ReadonlyMap<string, Blob>;
  notKept: string;
}

const held = new Map<string, HeldFolder>();

export function heldFolder(model: string): HeldFolder | undefined {
  return held.get(model);
}

/** The id of a model that a person drops: one that a system's id can hold. */
export function folderModelId(name: string): string {
  return `folder:${name.replace(/[^\p{L}\p{N}._-]+/gu, '_')}`;
}

/** Thrown by storage that is full or refuses: the folder is held instead. */
class NotKept extends Error {}

/**
 * Takes the files of a folder that a person dropped, as the files of `model` ("folder:name"), and keeps a copy, so
 * that they are there on the next visit. An older folder of the same name is replaced once the new one is whole.
 * Weights of other frameworks are left out.
 * @throws Failure `bad-model-id`, `incomplete-folder`, `not-json`, `web-page`, `wrong-content`, `file-unreadable`;
 *   Cancelled
 */
export async function adoptFolder(
  model: string,
  files: readonly FolderFile[],
  sources: Pick<ModelSources, 'caches'>,
  report: Progress = () => {},
  signal?: AbortSignal,
): Promise<{ notKept: string | null }> {
  if (folderModelId(model.replace(/^folder:/, '')) !== model || model === 'folder:') {
    throw new Failure('bad-model-id', `"${model}" names no folder.`, 'Drop the folder on the page again.');
  }
  const arranged = arrangeFolder(model, files);
  for (const [path, file] of arranged) await inspect(named(model, path), file);
  const place = await openPlace(sources.caches);
  const record: ModelRecord = {
    model,
    origin: 'folder',
    originDetail: null,
    revision: `folder-${Number((await keptRecord(place, model))?.revision.slice('folder-'.length) ?? 0) + 1}`,
    files: {},
  };
  let notKept = 'The browser keeps nothing for this page.';
  if (place.lasting) {
    try {
      await copy(arranged, record, place, report, signal);
      held.delete(model);
      return { notKept: null };
    } catch (error) {
      await dropRevision(place, model, record.revision);
      if (!(error instanceof NotKept)) throw error;
      notKept = whyNotKept(error.cause);
    }
  }
  const listed: Record<string, ListedFile> = {};
  for (const [path, { size }] of arranged) listed[path] = { sizeBytes: size, sha256: null, gitSha1: null };
  held.set(model, { record: { ...record, files: listed }, files: arranged, notKept });
  return { notKept };
}

async function copy(
  files: ReadonlyMap<string, Blob>,
  record: ModelRecord,
  place: Place,
  report: Progress,
  signal: AbortSignal | undefined,
): Promise<void> {
  const listed: Record<string, ListedFile> = {};
  const noValidators = { etag: null, modified: null };
  let doneBytes = 0;
  let totalBytes = 0;
  for (const { size } of files.values()) totalBytes += size;
  for (const [path, file] of files) {
    const slot: Slot = { place, model: record.model, revision: record.revision, path };
    const hasher = await createSHA256();
    for (let from = 0; from < file.size; from += PART_BYTES) {
      throwIfAborted(signal, 'Reading the folder');
      const bytes = await readBlob(named(record.model, path), file.slice(from, from + PART_BYTES));
      hasher.update(bytes);
      await keeping(() => keepPart(slot, from, bytes, noValidators));
      report((doneBytes += bytes.length), totalBytes, `Reading ${path}`, 'bytes');
    }
    const sha256 = hasher.digest('hex');
    await keeping(() => keepWhole(slot, { sizeBytes: file.size, sha256, ...noValidators }));
    listed[path] = { sizeBytes: file.size, sha256, gitSha1: null };
  }
  await keeping(() => keepRecord(place, { ...record, files: listed }));
}

async function keeping(put: () => Promise<void>): Promise<void> {
  try {
    await put();
  } catch (error) {
    if (error instanceof Cancelled) throw error;
    throw new NotKept('not kept', { cause: error });
  }
}

/** Finds what is often in a folder in place of a file, before anything is kept of it. */
async function inspect(file: Named, blob: Blob): Promise<void> {
  checkStart(file, await readBlob(file, blob.slice(0, 200)));
  if (file.path.endsWith('.json')) parseJson(file, (await readBlob(file, blob)).buffer);
}

export async function readBlob(file: Named, blob: Blob): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await blob.arrayBuffer());
  } catch (cause) {
    throw new Failure(
      'file-unreadable',
      `${file.path} of ${file.model} could not be read: it was moved or changed since it was dropped.`,
      'Drop the folder on the page again.',
      { cause },
    );
  }
}

function named(model: string, path: string): Named {
  return { model, path, origin: 'folder', url: path };
}
