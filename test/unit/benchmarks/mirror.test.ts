/** What can only be tested on the published files: they are read from STS_DATA_DIR and never copied. */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { fillBenchmarks } from '../../../scripts/benchmarks.ts';
import { auditPart, sharedPairs } from '../../../src/benchmarks/audit.ts';
import { catalogue, findEntry, findParts, partName } from '../../../src/benchmarks/catalogue.ts';
import {
  breakdown,
  differencesFromPublished,
  publishedBreakdown,
} from '../../../src/benchmarks/composition.ts';
import { readCataloguePart, recognise } from '../../../src/benchmarks/importer.ts';
import { readMapped } from '../../../src/benchmarks/mapped.ts';
import type { BenchmarkPart } from '../../../src/benchmarks/types.ts';
import { inspect } from '../../../src/benchmarks/userFile.ts';
import { balanced, noteCount } from './helpers.ts';

const root = process.env.STS_DATA_DIR;
const bytes = (path: string): Uint8Array => new Uint8Array(readFileSync(join(root!, path)));
const published = catalogue.filter((entry) => entry.id !== 'contrast');

const cache = new Map<string, Promise<BenchmarkPart[]>>();
function partsOf(id: string): Promise<BenchmarkPart[]> {
  let parts = cache.get(id);
  if (!parts) {
    const entry = findEntry(id);
    parts = Promise.all(entry.parts.map((part) => readCataloguePart(entry, part, bytes)));
    cache.set(id, parts);
  }
  return parts;
}
const partOf = async (id: string, key: string) => (await partsOf(id)).find((part) => partName(part) === key)!;
const line = (id: string | null) => Number(id?.split('/').at(-1));

interface ManifestFile {
  path: string;
  bytes: number;
  sha256: string;
  role: string;
  pairs: number | null;
  scoredPairs?: number;
  mean?: number;
}

describe.skipIf(!root)('the published files (skipped unless STS_DATA_DIR is set)', () => {
  it('the catalogue states what the manifest states', () => {
    const manifest = JSON.parse(readFileSync(join(root!, 'MANIFEST.json'), 'utf8')) as {
      id: string;
      files: ManifestFile[];
      scale: number[];
    }[];
    for (const entry of published) {
      const source = manifest.find((candidate) => candidate.id === entry.id)!;
      expect(entry.scale).toEqual(source.scale);
      const facts = new Map(source.files.map((file) => [file.path, file]));
      for (const part of entry.parts) {
        for (const { path, sizeBytes, sha256 } of part.files) {
          expect({ path, bytes: sizeBytes, sha256 }).toEqual({
            path,
            bytes: facts.get(path)!.bytes,
            sha256: facts.get(path)!.sha256,
          });
        }
        const first = facts.get(part.files[0]!.path)!;
        expect([part.pairs, part.rated, part.meanGold]).toEqual([
          first.pairs,
          first.scoredPairs ?? first.pairs,
          first.mean,
        ]);
      }
      const data = source.files.filter(
        ({ role, path }) => ['pairs', 'input'].includes(role) && !path.endsWith('.docx'),
      );
      expect(entry.parts).toHaveLength(data.length);
    }
  });

  it.each(published.flatMap((entry) => entry.parts.map((part) => [entry.id, partName(part), part] as const)))(
    '%s %s has the known pairs, rated pairs and mean gold score',
    async (id, key, known) => {
      const { pairs, report } = await partOf(id, key);
      let sum = 0;
      for (const { gold } of pairs) if (gold !== null) sum += gold;
      expect([pairs.length, report.rated]).toEqual([known.pairs, known.rated]);
      expect((sum / report.rated).toFixed(4)).toBe(known.meanGold!.toFixed(4));
      expect(report.rejected).toEqual([]);
      expect(balanced(report)).toBe(true);
      expect(new Set(pairs.map((pair) => pair.id)).size).toBe(pairs.length);
      expect(pairs[0]!.languages).toEqual(known.languages);
      const bad = pairs.find(
        (pair) => /[\r\n\t]|^$/.test(pair.sentence1) || /[\r\n\t]|^$/.test(pair.sentence2),
      );
      expect(bad).toBeUndefined();
    },
  );

  it('STS-B is composed as published, one misprint of the published table aside', async () => {
    const found = breakdown(await partsOf('stsbenchmark'));
    const splits = ['train', 'dev', 'test'];
    expect(found.sources).toEqual(publishedBreakdown.sources);
    expect(differencesFromPublished(found, splits)).toEqual([
      {
        table: 'genres',
        name: 'captions',
        split: 'test',
        published: 525,
        found: 625,
        misprint: expect.stringContaining('1379'),
      },
    ]);
  });

  it('STS-B: columns, repeats, shared pairs', async () => {
    const parts = await partsOf('stsbenchmark');
    expect(parts.map((part) => noteCount(part.report, 'Columns after sentence2'))).toEqual([197, 22, 284]);
    expect(parts.map((part) => part.report.notes[0]!.firstLine)).toEqual([5553, 1479, 626]);
    const [train, dev, test] = parts.map(auditPart);
    expect([train, dev, test].map((audit) => audit!.repeated.count)).toEqual([43, 2, 1]);
    expect(train!.conflictingGold.count).toBe(4);
    expect(line(train!.conflictingGold.first)).toBe(4584);
    expect([train, dev, test].map((audit) => audit!.edgeBlanks.count)).toEqual([311, 0, 11]);
    expect(line(train!.edgeBlanks.first)).toBe(2042);
    expect([train!.identicalSentences.count, line(train!.identicalSentences.first)]).toEqual([1, 4935]);
    expect([train!.controlCharacters.count, line(train!.controlCharacters.first)]).toEqual([1, 2919]);
    expect([train!.mojibake.count, line(train!.mojibake.first)]).toEqual([1, 4107]);
    expect([train!.htmlEntities.count, test!.htmlEntities.count]).toEqual([3, 1]);
    expect([dev!.notNfc.count, line(dev!.notNfc.first)]).toEqual([1, 767]);
    expect(sharedPairs(parts).map(({ part, alsoIn, count }) => [part, alsoIn, count])).toEqual([
      ['dev', 'train', 7],
      ['test', 'train', 12],
      ['test', 'dev', 4],
    ]);
  });

  it('companion: columns, repeated definitions, lost and doubly encoded characters', async () => {
    const [mt, other] = await partsOf('stscompanion');
    expect([mt, other].map((part) => noteCount(part!.report, 'Columns after sentence2'))).toEqual([244, 439]);
    const audit = auditPart(mt!);
    expect([audit.replacementCharacters.count, line(audit.replacementCharacters.first)]).toEqual([1, 578]);
    // The mirror's table names lines 1237 and 1549; line 1078 holds UTF-8 read as Latin-9, a third.
    expect([audit.mojibake.count, line(audit.mojibake.first)]).toEqual([3, 1078]);
    const repeated = auditPart(other!);
    expect([repeated.repeatedGroups, repeated.conflictingGold.count]).toEqual([130, 111]);
    expect(line(repeated.conflictingGold.first)).toBe(113);
  });

  it('blank gold lines: 5,500 in 2015 and 7,997 in 2016 are unrated, none is 0', async () => {
    const blanks = async (id: string) =>
      (await partsOf(id)).map((part) => noteCount(part.report, 'blank: the pair'));
    expect(await blanks('sts2015-test')).toEqual([1625, 750, 1625, 750, 750]);
    expect(await blanks('sts2016-test')).toEqual([1318, 1249, 1041, 3043, 1346]);
    const track6 = await partOf('sts2017', 'test/track6.tr-en');
    expect(track6.pairs.findIndex((pair) => pair.gold === null)).toBe(250);
    expect(noteCount(track6.report, 'ends before this line')).toBe(250);
  });

  it('the other hazards of the mirror’s table', async () => {
    const audit = async (id: string, key: string) => auditPart(await partOf(id, key));
    const postediting = await audit('sts2016-test', 'test/postediting');
    expect([postediting.repeatedEitherOrder.count, postediting.identicalSentences.count]).toEqual([426, 318]);
    const belief = await audit('sts2015-test', 'test/belief');
    expect([belief.controlCharacters.count, line(belief.controlCharacters.first)]).toEqual([21, 10]);
    const europarl = await audit('sts2012-test', 'test/SMTeuroparl');
    expect([europarl.repeated.count, europarl.identicalSentences.count]).toEqual([142, 52]);
    expect((await audit('sts2012-test', 'test/SMTnews')).replacementCharacters.first).toMatch(/\/119$/);
    expect((await audit('sts2012-test', 'test/MSRpar')).controlCharacters.first).toMatch(/\/699$/);
    expect((await audit('sts2013-test', 'test/headlines')).mojibake.first).toMatch(/\/441$/);
    expect((await audit('sts2014-test', 'test/deft-news')).edgeBlanks.count).toBe(300);
    expect((await audit('sts2015-test', 'test/answers-forums')).notNfc.first).toMatch(/\/792$/);
    const track4b = await audit('sts2017', 'test/track4b.es-en');
    expect([track4b.repeated.count, track4b.conflictingGold.count]).toEqual([41, 4]);
    expect((await audit('sts2017', 'test/track1.ar-ar')).identicalSentences.count).toBe(6);
    expect((await audit('sts2017', 'test/track3.es-es')).identicalSentences.count).toBe(5);
    expect((await audit('stsb-multi-mt', 'test/fr')).identicalSentences.count).toBe(22);
    const dutch = [await audit('stsb-multi-mt', 'dev/nl'), await audit('stsb-multi-mt', 'test/nl')];
    expect(dutch.map(({ mojibake }) => [mojibake.count, line(mojibake.first)])).toEqual([
      [2, 1090],
      [1, 974],
    ]);
  });

  it('SICK: repeats and shared pairs, no CR at the end', async () => {
    const parts = await partsOf('sick');
    const [train, trial, test] = parts.map(auditPart);
    // Lines of the mirror's table count from the header; so do ours.
    expect([train!.repeatedGroups, train!.conflictingGold.count, line(train!.conflictingGold.first)]).toEqual(
      [27, 22, 360],
    );
    expect([train, test, trial].map((audit) => audit!.edgeBlanks.count)).toEqual([47, 51, 5]);
    expect(sharedPairs(parts).map(({ part, alsoIn, sameOrder }) => [part, alsoIn, sameOrder])).toEqual([
      ['trial', 'train', 3],
      ['test', 'train', 49],
      ['test', 'trial', 5],
    ]);
  });

  it('recognises dropped files by content, in an archive too, and says what is missing', async () => {
    const [images] = findParts(findEntry('sts2014-test'), { set: 'images' });
    const [input, gold] = images!.files.map((file) => bytes(file.path));
    const zip = zipSync({ 'renamed.txt': input!, 'other/name': gold! });
    const both = await recognise([
      { name: 'x.zip', bytes: zip },
      { name: 'readme', bytes: bytes('sts2014-test/00-readme.txt') },
    ]);
    expect(both.complete.map(({ part }) => partName(part))).toEqual(['test/images']);
    expect([both.incomplete.length, both.documents.length, both.unknown.length]).toEqual([0, 1, 0]);
    const { entry, part, bytesOf } = both.complete[0]!;
    expect((await readCataloguePart(entry, part, bytesOf)).pairs).toHaveLength(750);
    const half = await recognise([{ name: 'x.txt', bytes: input! }]);
    expect(half.incomplete[0]!.missing.map((file) => file.path)).toEqual([images!.files[1]!.path]);
  });

  it('a published file taken for one’s own gives the same pairs: columns are found without being told', async () => {
    for (const [path, id, key] of [
      ['stsbenchmark/sts-test.csv', 'stsbenchmark', 'test'],
      ['stscompanion/sts-other.csv', 'stscompanion', 'all/other'],
      ['sick/SICK_test_annotated.txt', 'sick', 'test'],
      ['stsb-multi-mt/stsb-ja-test.csv', 'stsb-multi-mt', 'test/ja'],
      ['biosses/biosses-derived.tsv', 'biosses', 'all'],
    ] as const) {
      const files = [{ name: path, bytes: bytes(path) }];
      const { sources } = await inspect(files);
      const choices = sources.map((source) => ({ ...source.choice, scale: findEntry(id).scale }));
      const { parts } = await readMapped(files, {
        sources: choices,
        languages: ['en', 'en'],
      });
      const content = (part: BenchmarkPart) =>
        part.pairs.map(({ sentence1, sentence2, gold }) => [sentence1, sentence2, gold]);
      expect(content(parts[0]!), path).toEqual(content(await partOf(id, key)));
    }
  });

  it('npm run benchmarks copies the mirror once', async () => {
    const targetDir = await mkdtemp(join(tmpdir(), 'sts-mirror-'));
    try {
      const lines: string[] = [];
      const log = (text: string) => lines.push(text);
      const noNetwork = (() => Promise.reject(new Error('no network in this test'))) as typeof fetch;
      const first = await fillBenchmarks({ targetDir, dataDir: root, fetch: noNetwork, log });
      expect(first).toMatchObject({ present: first.total, mismatches: [], problems: [] });
      expect(lines.every((text) => / 0 in place, \d+ added$/.test(text))).toBe(true);
      lines.length = 0;
      await fillBenchmarks({ targetDir, dataDir: undefined, fetch: noNetwork, log });
      expect(lines.every((text) => / in place, 0 added$/.test(text))).toBe(true);
      expect(lines).toHaveLength(published.length);
    } finally {
      await rm(targetDir, { recursive: true });
    }
  });
});
