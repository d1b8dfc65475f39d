import { File } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogue, findEntry } from '../../../src/benchmarks/catalogue.ts';
import { Desk } from '../../../src/compute/desk.ts';
import type { EvaluationRequest, JobEvent } from '../../../src/compute/protocol.ts';
import { Cancelled } from '../../../src/failure.ts';
import {
  failureOf,
  fakeHost,
  mirror,
  noReport,
  utf8,
  webPage,
  withoutMirror,
  type Site,
} from '../support.ts';

const SITE = 'https://page.test/sts/';
/** Invented, in the form of the project's own set. */
const CONTRAST = [
  ['paraphrase', 'The kettle boils.', 'Water boils in the kettle.', 4.6],
  ['contrast', 'The kettle boils.', 'The kettle does not boil.', 1.5],
]
  .map(([role, sentence1, sentence2, score]) =>
    JSON.stringify({
      id: `negation-99/${role}`,
      triple: 'negation-99',
      category: 'negation',
      role,
      sentence1,
      sentence2,
      score,
    }),
  )
  .join('\n');

async function deskOn(site: Site, address = SITE) {
  const host = fakeHost(address, site);
  const desk = new Desk(host.fetch);
  await desk.begin(SITE);
  return { desk, asked: host.asked };
}
const file = (name: string, text: string) => new File([text], name) as unknown as globalThis.File;

describe('Desk: import from the site', () => {
  it('fetches, reads, audits and names the origin', async () => {
    const { desk, asked } = await deskOn({ 'benchmarks/contrast.jsonl': utf8(CONTRAST) });
    const events: JobEvent[] = [];
    const [imported] = await desk.importParts(1, 'contrast', ['all'], 'site', (event) => events.push(event));
    expect(asked).toEqual(['benchmarks/contrast.jsonl']);
    expect(imported!.part.pairs.map(({ id, gold, category }) => [id, gold, category])).toEqual([
      ['contrast/all/negation-99/paraphrase', 4.6, 'negation'],
      ['contrast/all/negation-99/contrast', 1.5, 'negation'],
    ]);
    expect(imported!.part.report).toMatchObject({ read: 2, rated: 2, unrated: 0, rejected: [] });
    expect(imported!.info).toMatchObject({ id: 'contrast', scale: [0, 5] });
    expect(imported!.origin.kind).toBe('embedded');
    expect(imported!.contentHash).toMatch(/^[0-9a-f]{64}$/);
    expect(events.at(-1)).toMatchObject({ kind: 'progress', done: 1, total: 1 });
  });

  it.each<[string, Site[string], string]>([
    ['case 11: a web page in place of the file', webPage(), 'web-page'],
    ['a file of other content', utf8('0.5\tA cat.\tA dog.\n'), 'wrong-file'],
    ['no file', 404, 'unreachable'],
  ])('%s is refused', async (_, answer, code) => {
    const { desk } = await deskOn({ 'benchmarks/stsbenchmark/sts-dev.csv': answer });
    const failure = await failureOf(() => desk.importParts(1, 'stsbenchmark', ['dev'], 'site', noReport));
    expect(failure.code).toBe(code);
    expect(failure.what).toContain('sts-dev.csv');
  });

  it('one part that fails makes the whole import fail: never half a benchmark in silence', async () => {
    const { desk } = await deskOn({ 'benchmarks/contrast.jsonl': utf8(CONTRAST) });
    const failure = await failureOf(() => desk.importParts(1, 'contrast', ['all', 'dev'], 'site', noReport));
    expect(failure).toMatchObject({ code: 'no-such-part', nextStep: 'It has all.' });
  });

  it('an unknown benchmark lists what there is', async () => {
    const { desk } = await deskOn({});
    const failure = await failureOf(() => desk.importParts(1, 'glue', ['test'], 'site', noReport));
    expect(failure.code).toBe('unknown-benchmark');
    expect(failure.nextStep).toContain('stsbenchmark');
  });

  it('a cancel ends it with Cancelled, and the next import works', async () => {
    const { desk } = await deskOn({ 'benchmarks/contrast.jsonl': utf8(CONTRAST) });
    const importing = desk.importParts(1, 'contrast', ['all'], 'site', () => void desk.cancel(1));
    await expect(importing).rejects.toBeInstanceOf(Cancelled);
    expect((await desk.importParts(2, 'contrast', ['all'], 'site', noReport)).length).toBe(1);
  });
});

describe('Desk: import from public addresses', () => {
  it('a part that no address serves says so', async () => {
    const { desk, asked } = await deskOn({});
    const failure = await failureOf(() => desk.importParts(1, 'contrast', ['all'], 'address', noReport));
    expect(failure).toMatchObject({ code: 'unreachable' });
    expect(failure.what).toContain('no public address serves it');
    expect(asked).toEqual([]);
  });
});

describe.skipIf(!mirror)(`Desk: published files${withoutMirror}`, () => {
  const part = findEntry('stsbenchmark').parts.find(({ split }) => split === 'dev')!;
  const published = part.files[0]!;
  const bytes = (): Uint8Array<ArrayBuffer> => Uint8Array.from(readFileSync(join(mirror, published.path)));

  it('come from the second address where the first serves a web page', async () => {
    const [first, second] = published.addresses;
    const { desk, asked } = await deskOn(
      { [first!.url]: webPage(), [second!.url]: bytes() },
      'nothing to take off',
    );
    const [imported] = await desk.importParts(1, 'stsbenchmark', ['dev'], 'address', noReport);
    expect(asked).toEqual([first!.url, second!.url]);
    expect(imported!.part.pairs.length).toBe(part.pairs);
    expect(imported!.origin.kind).toBe('address');
  });

  it('are recognised under any name', async () => {
    const { desk } = await deskOn({});
    const dropped = new File([bytes()], 'download (3).txt') as unknown as globalThis.File;
    expect(await desk.lookInto(1, [dropped], new Map(), noReport)).toEqual({
      recognised: [{ benchmark: 'stsbenchmark', title: findEntry('stsbenchmark').title, part: 'dev' }],
      incomplete: [],
      inspection: null,
    });
    const [imported] = await desk.importFiles(1, [dropped], null, noReport);
    expect(imported!.part.pairs.length).toBe(part.pairs);
    expect(imported!.origin).toEqual({ kind: 'file', name: 'download (3).txt' });
  });

  it('are imported although a file beside them is of no use', async () => {
    const { desk } = await deskOn({});
    const dropped = [
      new File([bytes()], 'sts-dev.csv') as unknown as globalThis.File,
      file('notes.txt', 'Nothing\nto see\n'),
    ];
    const { recognised, inspection } = await desk.lookInto(1, dropped, new Map(), noReport);
    expect(recognised.map(({ part: name }) => name)).toEqual(['dev']);
    expect(inspection).toMatchObject({ sources: [], unusable: [{ name: 'notes.txt' }] });
    expect(await desk.importFiles(2, dropped, null, noReport)).toHaveLength(1);
  });

  it('input without its gold is incomplete, and names what is missing', async () => {
    const entry = catalogue.find(({ id }) => id === 'sts2016-test')!;
    const [input, gold] = entry.parts[0]!.files;
    const { desk } = await deskOn({});
    const half = new File(
      [readFileSync(join(mirror, input!.path))],
      'input.txt',
    ) as unknown as globalThis.File;
    expect((await desk.lookInto(1, [half], new Map(), noReport)).incomplete[0]!.missing).toEqual([
      gold!.path,
    ]);
    const failure = await failureOf(() => desk.importFiles(1, [half], null, noReport));
    expect(failure.code).toBe('incomplete-benchmark');
    expect(failure.what).toContain(gold!.path);
  });
});

describe("Desk: a person's own files", () => {
  const OWN = 'score\ts1\ts2\n4\tA kettle boils.\tWater boils.\n\tA lamp.\tA light.\n0\tA road.\tA fish.\n';

  it('are looked into, then read as a person chose', async () => {
    const { desk } = await deskOn({});
    const { recognised, inspection } = await desk.lookInto(1, [file('own.tsv', OWN)], new Map(), noReport);
    expect(recognised).toEqual([]);
    const choices = {
      sources: inspection!.sources.map(({ choice }) => ({ ...choice, scale: [0, 5] as const })),
      languages: ['en', 'en'] as [string, string],
    };
    const [imported] = await desk.importFiles(1, [file('own.tsv', OWN)], choices, noReport);
    expect(imported!.part.pairs.map(({ gold }) => gold)).toEqual([4, null, 0]);
    expect(imported!.part.report).toMatchObject({ read: 3, rated: 2, unrated: 1 });
    expect(imported!.origin).toEqual({ kind: 'file', name: 'own.tsv' });
  });

  it('that hold nothing known are a Failure without choices', async () => {
    const { desk } = await deskOn({});
    const failure = await failureOf(() => desk.importFiles(1, [file('own.tsv', OWN)], null, noReport));
    expect(failure.code).toBe('nothing-to-import');
  });
});

describe('Desk: files that are of no use', () => {
  const OWN = 'score\ts1\ts2\n4\tA kettle boils.\tWater boils.\n0\tA road.\tA fish.\n';
  const GLOVE = `${['the', 'of', 'and'].map((word) => `${word}${' 0.25'.repeat(50)}`).join('\n')}\n`;

  /** A file that says it is larger than it is, and notes which of its bytes are asked for. */
  function largeFile(name: string, text: string, sizeBytes: number) {
    const read: string[] = [];
    const fake = {
      name,
      size: sizeBytes,
      slice: (start: number, end: number) => {
        read.push(`${start}-${end}`);
        return new Blob([text.slice(start, end)]);
      },
      arrayBuffer: () => Promise.reject(new Error('read whole')),
    };
    return { dropped: fake as unknown as globalThis.File, read };
  }

  it('are listed, and do not sink the others', async () => {
    const { desk } = await deskOn({});
    const files = [file('notes.txt', 'Nothing\nto see\n'), file('own.tsv', OWN)];
    const { inspection } = await desk.lookInto(1, files, new Map(), noReport);
    expect(inspection!.unusable).toMatchObject([{ name: 'notes.txt', code: 'no-sentences' }]);
    const sources = inspection!.sources.map(({ choice }) => ({ ...choice, scale: [0, 5] as const }));
    const imported = await desk.importFiles(2, files, { sources, languages: ['en', 'en'] }, noReport);
    expect(imported.map(({ part }) => part.report.files)).toEqual([['own.tsv']]);
  });

  it('word vectors are known by their beginning, and no more of them is read', async () => {
    const { desk } = await deskOn({});
    const { dropped, read } = largeFile('glove.840B.txt', GLOVE, 5e9);
    const { inspection } = await desk.lookInto(1, [dropped, file('own.tsv', OWN)], new Map(), noReport);
    expect(inspection!.unusable).toMatchObject([{ name: 'glove.840B.txt', code: 'looks-like-vectors' }]);
    expect(inspection!.unusable[0]!.nextStep).toContain('Parameters');
    expect(inspection!.sources).toHaveLength(1);
    expect(read).toEqual(['0-65536']);
    const failure = await failureOf(() => desk.importFiles(2, [dropped], null, noReport));
    expect(failure.code).toBe('looks-like-vectors');
  });

  it('more than 512 MB are not read, whatever they hold', async () => {
    const { desk } = await deskOn({});
    const { dropped, read } = largeFile('dump.tsv', OWN, 600 * 2 ** 20);
    const { inspection } = await desk.lookInto(1, [dropped], new Map(), noReport);
    expect(inspection!.unusable).toMatchObject([{ name: 'dump.tsv', code: 'file-too-large' }]);
    expect(inspection!.unusable[0]!.what).toContain('600 MB');
    expect(read).toEqual(['0-65536']);
  });

  it('a folder, which cannot be read, is named', async () => {
    const { desk } = await deskOn({});
    const folder = {
      name: 'folder',
      size: 4096,
      slice: () => ({ arrayBuffer: () => Promise.reject(new Error('is a directory')) }),
    } as unknown as globalThis.File;
    const { inspection } = await desk.lookInto(1, [folder, file('own.tsv', OWN)], new Map(), noReport);
    expect(inspection!.unusable).toMatchObject([{ name: 'folder', code: 'unreadable-file' }]);
    expect(inspection!.sources).toHaveLength(1);
  });

  it('bytes are reported as bytes', async () => {
    const { desk } = await deskOn({});
    const events: JobEvent[] = [];
    await desk.lookInto(1, [file('own.tsv', OWN)], new Map(), (event) => events.push(event));
    expect(events[0]).toEqual({
      kind: 'progress',
      what: 'Reading own.tsv',
      done: 0,
      total: OWN.length,
      unit: 'bytes',
    });
  });
});

describe('Desk: evaluate', () => {
  // Six pairs: one unrated, one without a score.
  const request: EvaluationRequest = {
    scores: Float64Array.of(0.9, 0.6, 0.3, 0.1, 0.5, NaN),
    reasons: Uint8Array.of(0, 0, 0, 0, 0, 2),
    gold: Float64Array.of(4.5, 3, 1, 0, NaN, 5),
    scale: [0, 5],
    subset: null,
    facet: null,
  };

  it('case 12: counts what it uses, and why it skips the rest', async () => {
    const { desk } = await deskOn({});
    const { whole, facets, range } = await desk.evaluate(request);
    expect(whole.n).toBe(4);
    expect(whole.correlations.spearman.estimate.value).toBe(1);
    expect(whole.skipped).toEqual([
      { reason: 'no known word', count: 1 },
      { reason: 'unrated', count: 1 },
    ]);
    expect(facets).toEqual([]);
    expect(range).toEqual({ lowest: 0.1, highest: 0.9 });
  });

  it('a subset is evaluated alone, on the scale of the whole run', async () => {
    const { desk } = await deskOn({});
    const { whole, range } = await desk.evaluate({ ...request, subset: Int32Array.of(3, 1, 2, 5) });
    expect(whole.n).toBe(3);
    expect(whole.skipped).toEqual([{ reason: 'no known word', count: 1 }]);
    expect(range).toEqual({ lowest: 0.1, highest: 0.9 });
  });

  it('case 21: one pair, or constant scores, are not defined, with a reason', async () => {
    const { desk } = await deskOn({});
    const one = await desk.evaluate({ ...request, subset: Int32Array.of(1) });
    expect(one.whole.correlations.pearson.estimate).toMatchObject({ value: null });
    const constant = await desk.evaluate({
      ...request,
      scores: new Float64Array(6).fill(0.5),
      reasons: new Uint8Array(6),
    });
    expect(constant.whole.correlations.pearson.estimate).toMatchObject({
      value: null,
      reason: expect.stringContaining('equal') as string,
    });
    expect(constant.range).toMatchObject({ lowest: null });
  });

  it('breaks down by a facet, pairs without a value last', async () => {
    const { desk } = await deskOn({});
    const { facets } = await desk.evaluate({ ...request, facet: ['b', 'a', 'b', undefined, 'b', 'a'] });
    expect(facets.map(({ key, rows, n }) => [key, [...rows], n])).toEqual([
      ['a', [1, 5], 1],
      ['b', [0, 2, 4], 2],
      [null, [3], 1],
    ]);
  });

  it('intervals come with their seed, the same every time, and can be cancelled', async () => {
    const { desk } = await deskOn({});
    const many: EvaluationRequest = {
      ...request,
      scores: Float64Array.from({ length: 60 }, (_, i) => Math.sin(i)),
      gold: Float64Array.from({ length: 60 }, (_, i) => 2.5 + 2 * Math.sin(i + 0.5)),
      reasons: new Uint8Array(60),
    };
    const first = await desk.intervals(1, many, 7, noReport);
    expect(await desk.intervals(2, many, 7, noReport)).toEqual(first);
    expect(await desk.intervals(3, many, 8, noReport)).not.toEqual(first);
    const long: EvaluationRequest = {
      ...request,
      scores: Float64Array.from({ length: 4000 }, (_, i) => Math.sin(i)),
      gold: Float64Array.from({ length: 4000 }, (_, i) => 2.5 + 2 * Math.sin(i * 1.01)),
      reasons: new Uint8Array(4000),
    };
    const stopped = desk.intervals(4, long, 7, () => void desk.cancel(4));
    await expect(stopped).rejects.toBeInstanceOf(Cancelled);
  });
});
