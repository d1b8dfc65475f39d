import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diagnosticsOf, diagnosticsText, type DiagnosticSources } from '../../../src/app/diagnostics.ts';
import { FailureLog, noteOf } from '../../../src/app/diagnosticsFailures.ts';
import { detect } from '../../../src/compute/capabilities.ts';
import { Cancelled, Failure } from '../../../src/failure.ts';

const SITE = 'https://sts.example/page/';
const NOW = new Date('2026-03-04T05:06:07Z');

async function sources(change: Partial<DiagnosticSources> = {}): Promise<DiagnosticSources> {
  return {
    takenAt: NOW.toISOString(),
    capabilities: await detect({}),
    platform: 'Linux',
    languages: ['en', 'de'],
    window: { width: 1280, height: 900, pixelRatio: 2 },
    address: { protocol: 'https', local: false, depth: 1 },
    secureContext: true,
    hosting: ['One thread: this host sends no isolation headers.'],
    worker: { controls: true, offer: null },
    versions: { 'TF.js': '1.2.3' },
    backendWanted: 'auto',
    backend: {
      backend: 'cpu',
      preference: 'auto',
      why: 'nothing else works here',
      refused: [{ backend: 'wasm', reason: 'it added 1 and 1 up to 3' }],
    },
    transformers: [{ model: null, revision: 'abc', dtype: 'q8', device: 'wasm', threads: 2 }],
    storage: { status: 'memory', usage: null, databases: null, caches: ['sts-models-1'] },
    kept: {
      benchmarkParts: 3,
      ownParts: 1,
      runs: null,
      embeddings: 0,
      models: 2,
      corrections: 4,
      codes: 5,
      lessons: 6,
    },
    open: { view: 'data', benchmark: 'own file', pairs: 7, systems: [{ kind: 'sif', state: 'failed' }] },
    changed: ['theme dark'],
    going: 0,
    failures: [],
    ...change,
  };
}

/** A text that no word of the report's own can be mistaken for. */
const privateText = fc.stringMatching(/^[a-z]{3,8}[ .,'"“”`\n]{0,2}[a-z]{3,8}$/).map((text) => `Qx${text}Xq`);

describe('noteOf', () => {
  it('takes of a Failure its code, and no word of what it says', () => {
    fc.assert(
      fc.property(privateText, privateText, (name, sentence) => {
        const cause = new Error(sentence);
        cause.name = sentence;
        const failure = new Failure('bad-rows', `${name}, line 3: “${sentence}”.`, `Mend ${name}.`, {
          cause,
        });
        // A stack begins with the message, which may look like a place of the page.
        failure.stack = `Failure: ${SITE}assets/${name.replace(/\W/g, '')}.js:1:2\n    at ${SITE}assets/index.js:3:4`;
        const text = JSON.stringify(noteOf(failure, SITE, NOW));
        expect(text).not.toMatch(/Qx|Xq/);
        expect(text).toContain('bad-rows');
      }),
    );
  });

  it('takes of other errors no word that was quoted, read, or set as a name', () => {
    const quotes = fc.constantFrom(['"', '"'], ["'", "'"], ['“', '”'], ['`', '`']);
    fc.assert(
      fc.property(privateText, quotes, (text, [open, close]) => {
        const ofCode = new TypeError(`Cannot read properties of undefined (reading ${open}${text}${close})`);
        const named = Object.assign(new Error(text), { name: text });
        for (const error of [ofCode, named, new SyntaxError(text), text, { message: text }]) {
          expect(JSON.stringify(noteOf(error, SITE, NOW))).not.toMatch(/Qx|Xq/);
        }
      }),
    );
    const error = new TypeError("Cannot read properties of undefined (reading 'x')");
    expect(noteOf(error, SITE, NOW).message).toBe('Cannot read properties of undefined (reading …)');
  });

  it('names places in the scripts of the page, and in no others', () => {
    const error = new TypeError('x is not a function');
    error.stack = [
      'TypeError: x is not a function',
      `    at run (${SITE}assets/index-D3f.js:1:2345)`,
      '    at blob:https://sts.example/0a1b:2:3',
      '    at secret (file:///home/person/thesis/own.js:1:2)',
      `    at ${SITE}assets/desk-A_1.js:7:8`,
    ].join('\n');
    expect(noteOf(error, SITE, NOW)).toEqual({
      at: NOW.toISOString(),
      code: 'TypeError',
      message: 'x is not a function',
      cause: null,
      frames: ['index-D3f.js:1:2345', 'desk-A_1.js:7:8'],
    });
  });

  it('says what the storage answered', () => {
    const cause = new DOMException('no room', 'QuotaExceededError');
    const failure = new Failure('storage-failed', 'Could not store mine.tsv.', 'Reload.', { cause });
    expect(noteOf(failure, SITE, NOW).cause).toBe('QuotaExceededError');
  });
});

describe('FailureLog', () => {
  it('keeps the last twenty and no cancel', () => {
    const log = new FailureLog(SITE);
    log.note(new Cancelled());
    expect(log.list()).toEqual([]);
    for (let i = 0; i < 25; i++) log.note(new Failure(`code-${i}`, 'What.', 'Next.'));
    expect(log.list().map(({ code }) => code)).toEqual(Array.from({ length: 20 }, (_, i) => `code-${i + 5}`));
  });
});

describe('diagnosticsText', () => {
  it('lays out what was read as Markdown', async () => {
    const failures = [noteOf(new Failure('part-missing', 'a.', 'b.'), SITE, NOW)];
    const text = diagnosticsText(diagnosticsOf(await sources({ failures })));
    for (const line of [
      '- TF.js: 1.2.3',
      '- cross-origin isolated: no',
      '- WebGPU: the browser offers no WebGPU',
      '- hosting: One thread: this host sends no isolation headers.',
      '- word vectors: cpu, nothing else works here',
      '- wasm refused: it added 1 and 1 up to 3',
      '- transformer: from a folder of one’s own @ abc, q8, wasm, 2 threads',
      '- state: memory',
      '- used of allowed: not told of not told',
      '- runs: not counted',
      '- system sif: failed',
      '- theme dark',
      `- ${NOW.toISOString()} \`part-missing\``,
    ]) {
      expect(text.split('\n')).toContain(line);
    }
  });

  it('keeps a fact on its line, whatever the browser says', async () => {
    const platform = 'Line one\n\n### Line two';
    const text = diagnosticsText(diagnosticsOf(await sources({ platform })));
    expect(text).toContain('- platform: Line one ### Line two\n');
  });
});
