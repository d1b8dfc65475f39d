import { describe, expect, it } from 'vitest';
import {
  correctionFile,
  partOf,
  readCorrectionFile,
  storedCorrection,
} from '../../../src/app/correctionFile.ts';
import type { Correction } from '../../../src/app/corrections.ts';
import { Failure } from '../../../src/failure.ts';

const HASH = '0123456789abcdef'.repeat(4);
const OTHER = 'f'.repeat(64);
const PARTS = [
  { key: 'invented/test', contentHash: HASH },
  { key: 'invented/test/images', contentHash: OTHER },
];
const CORRECTIONS = new Map<string, Correction>([
  [
    'invented/test/9',
    { contentHash: HASH, added: ['number'], removed: [{ category: 'entity', rule: 'entity/name' }] },
  ],
  ['invented/test/images/2', { contentHash: OTHER, added: ['word sense'], removed: [] }],
  ['invented/test/3', { contentHash: OTHER, added: ['length'], removed: [] }],
  ['another/test/3', { contentHash: HASH, added: ['length'], removed: [] }],
]);
const MADE = { appVersion: '0.1.0', exportedAt: '2026-11-30T12:00:00.000Z' };
const exported = () => correctionFile('invented', PARTS, CORRECTIONS, MADE);
const read = (text: string) => readCorrectionFile('mine.json', text);

function refusal(change: (file: Record<string, never>) => unknown): Failure {
  const file = JSON.parse(JSON.stringify(exported()));
  const changed = change(file) ?? file;
  try {
    read(typeof changed === 'string' ? changed : JSON.stringify(changed));
  } catch (error) {
    expect(error).toBeInstanceOf(Failure);
    return error as Failure;
  }
  throw new Error('It was read.');
}

describe('correctionFile', () => {
  it('holds ids, categories, rules and hashes of the parts, without those of other contents or benchmarks', () => {
    expect(exported()).toEqual({
      format: 'sts-playground corrections',
      version: 1,
      ...MADE,
      benchmark: 'invented',
      parts: PARTS,
      vectors: null,
      pairs: [
        { id: 'invented/test/9', added: ['number'], removed: [{ category: 'entity', rule: 'entity/name' }] },
        { id: 'invented/test/images/2', added: ['word sense'], removed: [] },
      ],
    });
  });

  it('names the word vectors where a removed label came from them', () => {
    const removed = [{ category: 'word sense', rule: 'word sense/context by vectors' }] as const;
    const corrections = new Map<string, Correction>([
      ['invented/test/9', { contentHash: HASH, added: [], removed }],
    ]);
    expect(correctionFile('invented', PARTS, corrections, MADE).vectors).toBe('glove-6b-100d');
  });

  it('is read back as it was written', () => {
    const { benchmark, parts, corrections } = read(`\uFEFF${JSON.stringify(exported())}`);
    expect(benchmark).toBe('invented');
    expect(parts).toEqual(PARTS);
    expect([...corrections]).toEqual(
      ['invented/test/9', 'invented/test/images/2'].map((id) => [id, CORRECTIONS.get(id)]),
    );
  });

  it.each([
    ['no JSON', () => 'corrections, please', /mine\.json: no JSON .*Choose a file/],
    ['another format', () => ({ hello: 1 }), /no file of corrections/],
    ['a list', () => [1], /no file of corrections/],
    [
      'a newer version',
      (file: never) => Object.assign(file, { version: 2 }),
      /version 2 .*reads version 1.*Reload/,
    ],
    ['no benchmark', (file: never) => Object.assign(file, { benchmark: 7 }), /benchmark is not/],
    ['no parts', (file: never) => Object.assign(file, { parts: [] }), /parts is not/],
    [
      'a hash that is none',
      (file: never) => Object.assign(file, { parts: [{ key: 'invented/test', contentHash: 'abc' }] }),
      /parts\[0\]\.contentHash is not a sha256/,
    ],
    ['no pairs', (file: never) => Object.assign(file, { pairs: {} }), /pairs is not a list/],
    [
      'a category that is none',
      ({ pairs }: { pairs: { added: string[] }[] }) => void pairs[0]!.added.push('irony'),
      /pairs\[0\]\.added\[1\] is not one of negation, /,
    ],
    [
      'a category added and removed',
      ({ pairs }: { pairs: { added: string[] }[] }) => void pairs[0]!.added.push('entity'),
      /pairs\[0\]\.removed\[0\]\.category is not a category that the pair names once/,
    ],
    [
      'a removed label without a rule',
      ({ pairs }: { pairs: { removed: object[] }[] }) => void (pairs[0]!.removed = [{ category: 'entity' }]),
      /pairs\[0\]\.removed\[0\]\.rule is not/,
    ],
    [
      'a pair of no part',
      ({ pairs }: { pairs: { id: string }[] }) => void (pairs[1]!.id = 'another/test/2'),
      /pairs\[1\]\.id, "another\/test\/2", is not of one of the file’s parts/,
    ],
    [
      'a pair twice',
      ({ pairs }: { pairs: { id: string }[] }) => void (pairs[1]!.id = pairs[0]!.id),
      /pairs\[1\]\.id.* is not the only one/,
    ],
    [
      'a pair without a correction',
      ({ pairs }: { pairs: object[] }) => void Object.assign(pairs[1]!, { added: [] }),
      /pairs\[1\] is not a pair with a correction/,
    ],
    [
      'a pair without lists',
      ({ pairs }: { pairs: object[] }) => void Object.assign(pairs[1]!, { added: 'number' }),
      /pairs\[1\] is not a pair with “added” and “removed”/,
    ],
  ] as const)('refuses %s and says where', (_, change, said) => {
    const failure = refusal(change as (file: Record<string, never>) => unknown);
    expect(failure.code).toBe('bad-corrections');
    expect(failure.message).toMatch(said);
    expect(failure.nextStep).not.toBe('');
  });
});

describe('partOf', () => {
  it('takes the longest key that the id begins with', () => {
    expect(partOf('invented/test/images/2', PARTS)?.key).toBe('invented/test/images');
    expect(partOf('invented/test/images/2', PARTS.toReversed())?.key).toBe('invented/test/images');
    expect(partOf('invented/test/2', PARTS)?.key).toBe('invented/test');
    expect(partOf('invented/testing/2', PARTS)).toBeUndefined();
  });
});

describe('storedCorrection', () => {
  it('takes what was stored and nothing else', () => {
    const correction = CORRECTIONS.get('invented/test/9')!;
    expect(storedCorrection(structuredClone(correction))).toEqual(correction);
    for (const value of [
      null,
      undefined,
      'x',
      {},
      { ...correction, contentHash: 1 },
      { ...correction, added: ['irony'] },
      { ...correction, removed: [{ category: 'entity' }] },
      { contentHash: HASH, added: [], removed: [] },
    ]) {
      expect(storedCorrection(value)).toBeUndefined();
    }
  });
});
