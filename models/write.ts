import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ModelFile } from './formats.ts';

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Writes a file whole or not at all, and says what was written. `name` may hold folders: "onnx/model.onnx". */
export function writeModelFile(folder: string, name: string, bytes: Uint8Array): ModelFile {
  const target = join(folder, name);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(`${target}.part`, bytes);
  renameSync(`${target}.part`, target);
  return { name, sizeBytes: bytes.length, sha256: sha256(bytes) };
}

/** Writes the manifest, which names every other file by hash; its own hash is the revision of the model. */
export function writeManifest(folder: string, manifest: object): string {
  const bytes = new TextEncoder().encode(JSON.stringify(manifest, null, 1) + '\n');
  return writeModelFile(folder, 'manifest.json', bytes).sha256;
}
