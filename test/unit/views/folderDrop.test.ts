import { describe, expect, it } from 'vitest';
import { folderOf, readFolder } from '../../../src/views/Shell/folderDrop.ts';

type Tree = { [name: string]: string | Tree };

/** A dropped folder as browsers give it: its entries come in parts of two, then an empty one. */
function directory(name: string, tree: Tree): FileSystemDirectoryEntry {
  return {
    isDirectory: true,
    name,
    createReader: () => {
      const rest = Object.entries(tree).map(([child, content]) =>
        typeof content === 'string'
          ? {
              isDirectory: false,
              name: child,
              file: (done: (file: File) => void) => done(new File([content], child)),
            }
          : directory(child, content),
      );
      return { readEntries: (done: (entries: unknown[]) => void) => done(rest.splice(0, 2)) };
    },
  } as unknown as FileSystemDirectoryEntry;
}

const transfer = (...entries: unknown[]): DataTransfer =>
  ({ items: entries.map((entry) => ({ webkitGetAsEntry: () => entry })) }) as unknown as DataTransfer;

describe('a folder that is dropped', () => {
  it('is read whole, with the paths of its files', async () => {
    const tree = {
      'config.json': '{}',
      'tokenizer.json': '{}',
      'b.txt': '',
      onnx: { 'model.onnx': 'weights' },
    };
    const files = await readFolder(directory('my-model', tree));
    expect(files.map(({ path }) => path)).toEqual([
      'my-model/config.json',
      'my-model/tokenizer.json',
      'my-model/b.txt',
      'my-model/onnx/model.onnx',
    ]);
    expect(await files.at(-1)!.file.text()).toBe('weights');
  });

  it('is told from files, which are pairs', () => {
    const folder = directory('my-model', {});
    expect(folderOf(transfer({ isDirectory: false, name: 'pairs.csv' }))).toBeNull();
    expect(folderOf(transfer({ isDirectory: false, name: 'pairs.csv' }, folder))).toBe(folder);
    expect(folderOf(transfer(null))).toBeNull();
    expect(folderOf(null)).toBeNull();
  });

  it('that holds thousands of files is not read to its end', async () => {
    const many = Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`${i}`, '']));
    expect((await readFolder(directory('downloads', many))).length).toBeLessThan(600);
  });

  it('that the browser cannot read rejects', async () => {
    const broken = {
      name: 'x',
      createReader: () => ({
        readEntries: (_: unknown, fail: (error: Error) => void) => fail(new Error('gone')),
      }),
    } as unknown as FileSystemDirectoryEntry;
    await expect(readFolder(broken)).rejects.toThrow('gone');
  });
});
