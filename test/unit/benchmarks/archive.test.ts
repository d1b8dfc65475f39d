import { gzipSync, zipSync } from 'fflate';
import { createTarGzip, createTar } from 'nanotar';
import { describe, expect, it } from 'vitest';
import { containerOf, unpack } from '../../../src/benchmarks/formats/archive.ts';
import { failureOf, file, utf8 } from './helpers.ts';

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const list = (files: { name: string; bytes: Uint8Array }[]) =>
  files.map(({ name, bytes }) => [name, text(bytes)]);

describe('unpack', () => {
  it('gives a plain file back', () => {
    expect(list(unpack(file('a.txt', 'hello')))).toEqual([['a.txt', 'hello']]);
    expect(unpack(file('empty.txt', ''))).toHaveLength(1);
  });

  it('reads gzip, zip, tar and tar.gz by their first bytes, whatever their name', async () => {
    const inner = utf8('1\ta\tb\n');
    expect(list(unpack(file('x.jsonl.gz', gzipSync(inner))))).toEqual([['x.jsonl', '1\ta\tb\n']]);
    const zip = zipSync({ 'd/a.tsv': inner, '__MACOSX/d/._a.tsv': utf8('junk'), 'e/': new Uint8Array() });
    expect(list(unpack(file('data.bin', zip)))).toEqual([['data.bin/d/a.tsv', '1\ta\tb\n']]);
    const members = [
      { name: 'd/a.tsv', data: inner },
      { name: 'd/._a.tsv', data: utf8('junk') },
    ];
    expect(list(unpack(file('t.tar', createTar(members))))).toEqual([['t.tar/d/a.tsv', '1\ta\tb\n']]);
    expect(list(unpack(file('t.tgz', await createTarGzip(members))))).toEqual([
      ['t.tar/d/a.tsv', '1\ta\tb\n'],
    ]);
  });

  it('reads what several gzip members hold', () => {
    const two = new Uint8Array([...gzipSync(utf8('one\n')), ...gzipSync(utf8('two\n'))]);
    expect(list(unpack(file('x.gz', two)))).toEqual([['x', 'one\ntwo\n']]);
  });

  it('opens archives inside archives, but not without end', async () => {
    let bytes = zipSync({ 'a.txt': gzipSync(utf8('deep')) });
    expect(list(unpack(file('z.zip', bytes)))).toEqual([['z.zip/a.txt', 'deep']]);
    for (let depth = 0; depth < 4; depth++) bytes = zipSync({ 'z.zip': bytes });
    expect((await failureOf(() => unpack(file('z.zip', bytes)))).code).toBe('archive-too-deep');
  });

  it('refuses an absurd expansion before holding it', async () => {
    const bomb = new Uint8Array(3_000_000);
    for (const bytes of [
      gzipSync(bomb),
      zipSync({ a: bomb }),
      zipSync({ a: bomb.subarray(0, 600_000), b: bomb.subarray(0, 600_000) }),
    ]) {
      expect((await failureOf(() => unpack(file('bomb', bytes), 1_000_000))).code).toBe('archive-too-large');
    }
    expect(unpack(file('fine', gzipSync(bomb)), 3_000_000)[0]!.bytes).toHaveLength(3_000_000);
  });

  it('names a damaged archive', async () => {
    const noise = Uint8Array.from({ length: 5000 }, (_, index) => (index * 7919) % 251);
    const gz = gzipSync(noise);
    const zip = zipSync({ a: noise });
    for (const bytes of [gz.subarray(0, gz.length / 2), zip.subarray(0, zip.length / 2)]) {
      const failure = await failureOf(() => unpack(file('cut', bytes)));
      expect(failure.code).toBe('archive-damaged');
      expect(failure.message).toContain('cut could not be unpacked');
    }
  });

  it('leaves parquet alone', () => {
    expect(containerOf(utf8('PAR1....'))).toBe('parquet');
    expect(unpack(file('x.parquet', 'PAR1....'))[0]!.name).toBe('x.parquet');
  });
});
