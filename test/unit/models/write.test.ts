import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sha256, writeManifest, writeModelFile } from '../../../models/write.ts';
import { utf8 } from '../support.ts';

let folder = '';
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'models-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('writing a model', () => {
  it('makes the folder, and leaves no half-written file beside the whole one', () => {
    const inner = join(folder, 'a/b');
    const written = writeModelFile(inner, 'x.bin', utf8('abc'));
    expect(written).toEqual({ name: 'x.bin', sizeBytes: 3, sha256: sha256(utf8('abc')) });
    expect(readdirSync(inner)).toEqual(['x.bin']);
    expect(readFileSync(join(inner, 'x.bin'), 'utf8')).toBe('abc');
  });

  it('makes the folders of a name, and keeps them in it', () => {
    expect(writeModelFile(folder, 'onnx/x.bin', utf8('abc')).name).toBe('onnx/x.bin');
    expect(readFileSync(join(folder, 'onnx/x.bin'), 'utf8')).toBe('abc');
  });

  it('knows the hash of a text by heart', () => {
    expect(sha256(utf8('abc'))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });

  it('the revision is the hash of the manifest as written', () => {
    const revision = writeManifest(folder, { words: 2 });
    const bytes = readFileSync(join(folder, 'manifest.json'));
    expect(revision).toBe(sha256(bytes));
    expect(JSON.parse(bytes.toString())).toEqual({ words: 2 });
    // What the page looks at to tell JSON from a web page.
    expect(bytes[0]).toBe(0x7b);
  });
});
