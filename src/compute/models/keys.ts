/**
 * Keys of what is kept of transformers. Cache Storage wants addresses; these are of no host, so that a model is
 * found again from wherever the page is served at this origin.
 */
const ROOT = 'https://kept.invalid/';

/**
 * `record` says what the model is; `file` that a file is whole, with its size and hash; `part` holds bytes of a
 * file from an offset; `wanted` that a file was asked for and could not be had; `absent` that its host has no such
 * file.
 */
export type EntryKind = 'record' | 'file' | 'part' | 'wanted' | 'absent';

export interface EntryName {
  model: string;
  kind: EntryKind;
  /** Empty for a record. */
  revision: string;
  path: string;
}

/** The start of every key of a model. */
export function modelPrefix(model: string): string {
  return `${ROOT}${encodeURIComponent(model)}/`;
}

export function recordKey(model: string): string {
  return `${modelPrefix(model)}record/`;
}

export function entryKey(
  model: string,
  kind: Exclude<EntryKind, 'record' | 'part'>,
  revision: string,
  path: string,
): string {
  return `${modelPrefix(model)}${kind}/${encodeURIComponent(revision)}/${encodeURIComponent(path)}`;
}

/** What the keys of all parts of a file start with. */
export function partPrefix(model: string, revision: string, path: string): string {
  return `${modelPrefix(model)}part/${encodeURIComponent(revision)}/${encodeURIComponent(path)}?from=`;
}

/** Null for a key that is not one of these. */
export function parseKey(key: string): EntryName | null {
  if (!key.startsWith(ROOT)) return null;
  const [model, kind, revision = '', path = ''] = key.slice(ROOT.length).replace(/\?.*$/, '').split('/');
  if (!model || !kind) return null;
  return {
    model: decodeURIComponent(model),
    kind: kind as EntryKind,
    revision: decodeURIComponent(revision),
    path: decodeURIComponent(path),
  };
}

export function countsAsFile(key: string): boolean {
  return parseKey(key)?.kind === 'file';
}
