import { createHash } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import type { CatalogueModel } from '../../../models/catalogue.ts';
import type { ModelFile } from '../../../models/formats.ts';
import { Language, type LanguageOptions } from '../../../src/compute/language.ts';
import type { CategorisedPair, JobEvent } from '../../../src/compute/protocol.ts';
import type { AnalysedPair, CategoryLabel, Evidence } from '../../../src/errors/types.ts';
import { Cancelled } from '../../../src/failure.ts';
import { LEXICON_FILES, type LexiconFiles } from '../../../src/language/tables.ts';
import { tinyWordnetBytes } from '../language/tinyWordnet.ts';
import { failureOf, fakeHost, noReport, utf8, type Site } from '../support.ts';
import { tinyVectors } from './tinyModel.ts';

const glove = tinyVectors('glove-6b-100d', { cat: [1, 0], sleeps: [0, 1], dog: [1, 1] }, 2);
const wordnet = tinyLexicon();

vi.mock('../../../models/catalogue.ts', () => ({
  get MODELS() {
    return [glove.model, wordnet.model];
  },
}));

const SITE = 'https://page.test/sts/';
const FILES: Site = Object.fromEntries([
  ...Object.entries(glove.site).map(([name, bytes]) => [`models/glove-6b-100d/${name}`, bytes] as const),
  ...Object.entries(wordnet.site).map(([name, bytes]) => [`models/wordnet/${name}`, bytes] as const),
]);

function tinyLexicon(): { model: CatalogueModel; site: Record<string, Uint8Array<ArrayBuffer>> } {
  const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
  const tables = tinyWordnetBytes([
    { as: 'noun', words: ['cat:1'] },
    { as: 'verb', words: ['sleep:1'] },
  ]);
  const site: Record<string, Uint8Array<ArrayBuffer>> = {};
  const files: ModelFile[] = Object.entries(LEXICON_FILES).map(([key, name]) => {
    const bytes = Uint8Array.from(tables[key as keyof LexiconFiles]);
    site[name] = bytes;
    return { name, sizeBytes: bytes.length, sha256: hash(bytes) };
  });
  site['manifest.json'] = utf8(JSON.stringify({ files }));
  const model: CatalogueModel = {
    id: 'wordnet',
    kind: 'lexicon',
    title: 'A tiny WordNet',
    source: 'invented',
    licence: 'none',
    citation: 'none',
    revision: hash(site['manifest.json']),
    sizeBytes: 0,
  };
  return { model, site };
}

const label = (because: string): CategoryLabel => ({
  category: 'negation',
  rule: 'test',
  because,
  spans: [{ sentence: 0, start: 0, end: 1 }],
});

async function languageOn(site: Site = FILES, options: Partial<LanguageOptions> = {}) {
  const host = fakeHost(SITE, site);
  const seen: { pair: AnalysedPair; evidence: Evidence }[] = [];
  const language = new Language({
    fetch: (url, init) => host.fetch(url, init),
    categorise: (pair, evidence) => {
      seen.push({ pair, evidence });
      return [label(pair.sentences.map(({ text }) => text).join('|'))];
    },
    proposeEdits: (sentence) => [{ kind: 'append', label: 'append', result: `${sentence.text}!`, spans: [] }],
    replaceToken: (sentence, span, word) =>
      word === 'none'
        ? null
        : { result: sentence.text.slice(0, span.start) + word + sentence.text.slice(span.end), spans: [] },
    ...options,
  });
  await language.begin(SITE);
  return { language, seen, asked: host.asked };
}

const pair = (
  sentence1: string,
  sentence2: string,
  languages: [string, string] = ['en', 'en'],
): CategorisedPair => ({
  sentence1,
  sentence2,
  languages,
});
const many = (count: number): CategorisedPair[] =>
  Array.from({ length: count }, (_, i) => pair(`Cat ${i} sleeps.`, 'The cat sleeps.'));

describe('Language: categorise', () => {
  it('gives the labels of each pair in order, and null where a sentence is not English', async () => {
    const { language, seen } = await languageOn();
    const found = await language.categorise(
      1,
      [
        pair('A', 'B'),
        pair('C', 'D', ['en', 'es']),
        pair('E', 'F', ['en-GB', 'EN']),
        pair('G', 'H', ['enm', 'en']),
      ],
      false,
      noReport,
    );
    expect(found.labels).toEqual([[label('A|B')], null, [label('E|F')], null]);
    expect(seen.length).toBe(2);
    expect(seen[0]!.pair.sentences[0].tokens.map(({ form }) => form)).toEqual(['a']);
  });

  it('gives the rules the lexicon, and the words that the vectors have', async () => {
    const { language, seen } = await languageOn();
    const found = await language.categorise(1, [pair('The cats sleep.', 'A')], false, noReport);
    const { lexicon, vocabulary, neighbourhood } = seen[0]!.evidence;
    expect(lexicon.baseForms('cats', 'noun')).toEqual(['cat']);
    expect(vocabulary!.name).toBe(glove.model.title);
    expect([vocabulary!.has('cat'), vocabulary!.has('cats')]).toEqual([true, false]);
    expect(neighbourhood).toBeNull();
    expect([found.vocabulary, found.vectors]).toEqual([glove.model.title, null]);
  });

  it('reads a sentence that recurs once, and fetches once', async () => {
    const { language, seen, asked } = await languageOn();
    await language.categorise(1, many(3), false, noReport);
    await language.categorise(2, many(1), false, noReport);
    expect(seen[1]!.pair.sentences[1]).toBe(seen[0]!.pair.sentences[1]);
    expect(seen[3]!.pair.sentences[0]).toBe(seen[0]!.pair.sentences[0]);
    expect(new Set(asked).size).toBe(asked.length);
    expect(asked.filter((path) => path.startsWith('models/glove'))).toEqual([
      'models/glove-6b-100d/manifest.json',
      'models/glove-6b-100d/words.txt',
    ]);
  });

  it('does without the word list where it is not there, says so, and asks for it again', async () => {
    const site: Record<string, Site[string]> = { ...FILES, 'models/glove-6b-100d/words.txt': 404 };
    const { language, seen } = await languageOn(site);
    expect(await language.categorise(1, [pair('A', 'B')], false, noReport)).toEqual({
      labels: [[label('A|B')]],
      vocabulary: null,
      vectors: null,
    });
    expect(seen[0]!.evidence.vocabulary).toBeNull();
    site['models/glove-6b-100d/words.txt'] = FILES['models/glove-6b-100d/words.txt']!;
    const { vocabulary } = await language.categorise(2, [pair('A', 'B')], false, noReport);
    expect(vocabulary).toBe(glove.model.title);
  });

  it.each<[string, Site[string], string]>([
    ['is not there', 404, 'file-missing'],
    ['is another file', utf8('cat\nsleeP'), 'wrong-content'],
    ['is cut short', utf8('cat'), 'wrong-size'],
  ])(
    'a lexicon of which a file %s is a Failure with the next step; the next job asks again',
    async (_, answer, code) => {
      const site: Record<string, Site[string]> = { ...FILES, 'models/wordnet/words.txt': answer };
      const { language } = await languageOn(site);
      const failure = await failureOf(() => language.categorise(1, [pair('A', 'B')], false, noReport));
      expect(failure.code).toBe(code);
      expect(failure.nextStep).toContain('npm run models');
      site['models/wordnet/words.txt'] = FILES['models/wordnet/words.txt']!;
      const { labels } = await language.categorise(2, [pair('A', 'B')], false, noReport);
      expect(labels).toEqual([[label('A|B')]]);
    },
  );

  it('a manifest that is not the one of the catalogue is refused', async () => {
    const { language } = await languageOn({ ...FILES, 'models/wordnet/manifest.json': utf8('{"files":[]}') });
    expect((await failureOf(() => language.categorise(1, [], false, noReport))).code).toBe('wrong-content');
  });

  it('reports what is fetched in bytes, then the pairs, to the end', async () => {
    const { language } = await languageOn();
    const events: JobEvent[] = [];
    await language.categorise(1, many(30), false, (event) => events.push(event));
    const bytes = Object.values(wordnet.site).reduce((sum, file) => sum + file.length, 0);
    const manifest = wordnet.site['manifest.json']!.length;
    expect(events).toContainEqual({
      kind: 'progress',
      what: 'Fetching A tiny WordNet',
      done: bytes - manifest,
      total: bytes - manifest,
      unit: 'bytes',
    });
    expect(events.at(-1)).toEqual({ kind: 'progress', what: 'Reading pairs', done: 30, total: 30 });
  });

  it('stops within 200 pairs of a cancel', async () => {
    let read = 0;
    let stopAt = Infinity;
    const { language } = await languageOn(FILES, {
      categorise: () => {
        // The cancel comes as a message does: between two turns of the worker.
        if (++read === 10) {
          const channel = new MessageChannel();
          channel.port1.onmessage = () => {
            stopAt = read;
            void language.cancel(1);
            channel.port1.close();
          };
          channel.port2.postMessage(null);
        }
        return [];
      },
    });
    await expect(language.categorise(1, many(5_000), false, noReport)).rejects.toThrow(Cancelled);
    expect(read).toBeLessThanOrEqual(stopAt + 200);
    expect(read).toBeLessThan(5_000);
    // The next job is as good as the first.
    expect((await language.categorise(2, many(3), false, noReport)).labels.length).toBe(3);
  });

  it('a cancel while the lexicon is on its way rejects at once, and the next job has it', async () => {
    const host = fakeHost(SITE, FILES);
    let release = (): void => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    const { language } = await languageOn(FILES, {
      fetch: async (url, init) => {
        await gate;
        return host.fetch(url, init);
      },
    });
    const job = language.categorise(1, many(1), false, noReport);
    await new Promise((resolve) => setTimeout(resolve));
    await language.cancel(1);
    await expect(job).rejects.toThrow(Cancelled);
    release();
    expect((await language.categorise(2, many(1), false, noReport)).labels.length).toBe(1);
  });
});

describe('Language: categorise by word vectors', () => {
  const SHARDS = ['models/glove-6b-100d/shard-0.bin', 'models/glove-6b-100d/shard-1.bin'] as const;
  const one = [pair('A', 'B')];

  it('gives the rules every vector, fetched and made once; without, none of them', async () => {
    const { language, seen, asked } = await languageOn();
    const found = await language.categorise(1, one, true, noReport);
    expect(found.vectors).toBe(glove.model.title);
    const { neighbourhood } = seen[0]!.evidence;
    expect(neighbourhood!.name).toBe(glove.model.title);
    const read = (word: string): number[] | null => {
      const target = new Float32Array(2);
      const rank = neighbourhood!.rankOf(word);
      return rank !== null && neighbourhood!.read(rank, target) ? [...target] : null;
    };
    expect([read('cat'), read('dog'), read('cow')]).toEqual([[1, 0], [1, 1], null]);
    expect((await language.categorise(2, one, false, noReport)).vectors).toBeNull();
    expect(seen[1]!.evidence.neighbourhood).toBeNull();
    await language.categorise(3, one, true, noReport);
    expect(seen[2]!.evidence.neighbourhood).toBe(neighbourhood);
    expect(asked.filter((path) => path.includes('shard'))).toEqual(SHARDS);
    expect(new Set(asked).size).toBe(asked.length);
  });

  it('reports them in bytes, to the end', async () => {
    const { language } = await languageOn();
    const events: JobEvent[] = [];
    await language.categorise(1, one, true, (event) => events.push(event));
    const total = SHARDS.reduce((sum, path) => sum + (FILES[path] as Uint8Array).length, 0);
    const what = `Fetching ${glove.model.title}`;
    expect(events).toContainEqual({ kind: 'progress', what, done: total, total, unit: 'bytes' });
  });

  it.each(['words.txt', 'shard-1.bin'])(
    'fails where %s can’t be had, and never reads with some of them; the next job asks again',
    async (name) => {
      const path = `models/glove-6b-100d/${name}`;
      const site: Record<string, Site[string]> = { ...FILES, [path]: 404 };
      const { language, seen } = await languageOn(site);
      const failure = await failureOf(() => language.categorise(1, one, true, noReport));
      expect(failure.code).toBe('file-missing');
      expect(failure.nextStep).toContain('npm run models');
      expect(seen).toEqual([]);
      expect((await language.categorise(2, one, false, noReport)).vectors).toBeNull();
      site[path] = FILES[path]!;
      expect((await language.categorise(3, one, true, noReport)).vectors).toBe(glove.model.title);
    },
  );

  it('a cancel rejects at once and ends the download; the next job has all of them', async () => {
    const host = fakeHost(SITE, FILES);
    let isHeld = true;
    const stopped: string[] = [];
    const { language } = await languageOn(FILES, {
      fetch: (url, init) =>
        isHeld && url.includes('shard')
          ? new Promise((_, reject) =>
              init.signal!.addEventListener('abort', () => {
                stopped.push(url.slice(SITE.length));
                reject(new Error('aborted'));
              }),
            )
          : host.fetch(url, init),
    });
    let begun = (): void => {};
    const fetching = new Promise<void>((resolve) => (begun = resolve));
    const job = language.categorise(1, one, true, (event) => {
      if (event.kind === 'progress' && event.what === `Fetching ${glove.model.title}`) begun();
    });
    await fetching;
    await language.cancel(1);
    await expect(job).rejects.toThrow(Cancelled);
    expect(stopped).toEqual(SHARDS);
    isHeld = false;
    expect((await language.categorise(2, one, true, noReport)).vectors).toBe(glove.model.title);
  });
});

describe('Language: edits', () => {
  it('do not wait for pairs that are being read', async () => {
    const order: string[] = [];
    const { language } = await languageOn();
    await language.edits(1, 'The cat sleeps.');
    const pairs = language.categorise(2, many(3_000), false, noReport).then(() => order.push('pairs'));
    const edits = language.edits(3, 'The cat sleeps.').then((found) => {
      order.push('edits');
      return found;
    });
    expect((await edits).map(({ result }) => result)).toEqual(['The cat sleeps.!']);
    await pairs;
    expect(order).toEqual(['edits', 'pairs']);
  });

  it('put words in the place of a token, null where nothing comes of it', async () => {
    const { language } = await languageOn();
    const found = await language.replace(1, 'The cat sleeps.', { start: 4, end: 7 }, ['dog', 'none']);
    expect(found.map((edited) => edited?.result ?? null)).toEqual(['The dog sleeps.', null]);
  });

  it('fail as pairs do where there is no lexicon', async () => {
    const { language } = await languageOn({});
    expect((await failureOf(() => language.edits(1, 'A'))).code).toBe('file-missing');
  });
});
