import type { FolderFile } from '../../compute/encoders/types.ts';

/** A model has a dozen files; a folder with more than this is some other folder. */
const MOST_FILES = 500;

/** The folder that was dropped, if it is one. A browser says so at the drop, and not while it is dragged. */
export function folderOf(transfer: DataTransfer | null): FileSystemDirectoryEntry | null {
  for (const item of transfer?.items ?? []) {
    const entry = item.webkitGetAsEntry?.();
    if (entry?.isDirectory) return entry as FileSystemDirectoryEntry;
  }
  return null;
}

/** All files of a folder, with their paths in it. */
export async function readFolder(
  folder: FileSystemDirectoryEntry,
  inside = folder.name,
): Promise<FolderFile[]> {
  const files: FolderFile[] = [];
  for (const entry of await entriesOf(folder)) {
    if (files.length > MOST_FILES) break;
    const path = `${inside}/${entry.name}`;
    if (entry.isDirectory) files.push(...(await readFolder(entry as FileSystemDirectoryEntry, path)));
    else files.push({ path, file: await fileOf(entry as FileSystemFileEntry) });
  }
  return files;
}

/** A reader gives a part of the entries at a time, and an empty list at the end. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}
