/** Where models may come from, and where what was fetched is kept. */
export interface ModelSources {
  /** Where the page is, with a slash at the end. */
  siteUrl: string;
  /** Null is the public hub. */
  hubUrl: string | null;
  fetch: typeof fetch;
  /** Absent on plain http: then nothing outlives the worker. */
  caches: CacheStorage | undefined;
  /** Models that the site ships with a manifest, in place of those of the catalogue. */
  shipped?: readonly ShippedModel[];
}

/** A model whose `manifest.json` has this sha256. */
export interface ShippedModel {
  id: string;
  revision: string;
}

/** What is known of a file before it is fetched. */
export interface ListedFile {
  sizeBytes: number | null;
  sha256: string | null;
  /** Of small files of the hub: git's own hash, over "blob <size>\0" and the content. */
  gitSha1: string | null;
}

/** A model at one revision: what is kept of it says where the rest has to come from. */
export interface ModelRecord {
  model: string;
  origin: 'site' | 'hub' | 'folder';
  originDetail: string | null;
  /** Address of the hub that it is of. */
  hub?: string;
  /** Names the bytes: the commit, the sha256 of the manifest; entries of another revision are never read. */
  revision: string;
  /** Null for a folder of the site without a manifest: its files are probed by name. */
  files: Record<string, ListedFile> | null;
}

export const PUBLIC_HUB = 'https://huggingface.co';

/** Where the files of a model of the site lie, with a slash at the end. */
export function siteFolder(siteUrl: string, model: string): string {
  return `${siteUrl}models/${encodePath(model)}/`;
}

export function hubAddress({ hubUrl }: Pick<ModelSources, 'hubUrl'>): string {
  return (hubUrl ?? PUBLIC_HUB).replace(/\/+$/, '');
}

export function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

/** The address of a file of a model. */
export function fileUrl(record: ModelRecord, path: string, sources: ModelSources): string {
  if (record.origin === 'site') return siteFolder(sources.siteUrl, record.model) + encodePath(path);
  return `${hubAddress(sources)}/${record.model}/resolve/${record.revision}/${encodePath(path)}`;
}
