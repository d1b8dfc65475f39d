import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readResult } from '../../../../src/app/export/readResult.ts';
import { resultJson } from '../../../../src/app/export/resultJson.ts';
import type { ExportedSystem, ExportState } from '../../../../src/app/export/state.ts';
import { madeState, madeSystem } from './support.ts';

const overlap = await madeSystem('overlap-cosine', [0.9, 0.8, 0.4, 0.5, 0.1]);
const glove = await madeSystem('glove-sum', [0.7, NaN, 0.8, 0.6, NaN]);
const notRun: ExportedSystem = { ...(await madeSystem('sif', [1, 2, 3, 4, 5])), result: null, shown: false };

const STATE = madeState([overlap, glove, notRun], {
  facet: 'part',
  selection: Int32Array.of(3, 1, 0),
  pair: 2,
  corrections: {
    format: 'sts-playground corrections',
    version: 1,
    appVersion: '1.0+test',
    exportedAt: '2026-01-02T03:04:05.000Z',
    benchmark: 'mine',
    parts: [{ key: 'mine/dev', contentHash: 'ab'.repeat(32) }],
    vectors: null,
    pairs: [{ id: 'mine/dev/1', added: ['negation'], removed: [] }],
  },
});

/** What `readResult` says of the file after something in it was changed. */
async function refusal(
  change: (file: Record<string, never>) => void,
  state: ExportState = STATE,
): Promise<string> {
  const file = JSON.parse(await resultJson(state)) as Record<string, never>;
  change(file);
  return readResult('r.json', JSON.stringify(file)).then(
    () => 'accepted',
    (error: Error & { code: string }) => `${error.code}: ${error.message}`,
  );
}

// A file is changed at places that its type does not name.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Loose = any;

describe('export and import of results', () => {
  it('gives back runs, systems, selection, facet, seed, pair and corrections', async () => {
    const { file, runs } = await readResult('r.json', await resultJson(STATE));
    expect(runs).toEqual([overlap.result!.run, glove.result!.run, null]);
    expect(file.systems.map(({ id, shown }) => [id, shown])).toEqual([
      [overlap.id, true],
      [glove.id, true],
      [notRun.id, false],
    ]);
    expect(file).toMatchObject({
      seed: 7,
      facet: 'part',
      selection: ['mine/test/4', 'mine/dev/2', 'mine/dev/1'],
      pair: 'mine/dev/3',
      corrections: STATE.corrections,
      pairs: { gold: [5, 4.25, 1, 3.5, null] },
    });
  });

  it('gives every score back to the last bit, the missing and the infinite too', async () => {
    const score = fc.oneof(
      fc.double({ noNaN: true }).map((value) => (value === 0 ? 0 : value)),
      fc.constant(NaN),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(score, { minLength: 5, maxLength: 5 }), async (scores) => {
        const system = await madeSystem('overlap-cosine', scores);
        const { runs } = await readResult('r.json', await resultJson(madeState([system])));
        expect(runs).toEqual([system.result!.run]);
      }),
      { numRuns: 50 },
    );
  });

  it('gives token counts back', async () => {
    const tokenCounts = {
      tokens: Int32Array.from({ length: 10 }, (_, s) => s),
      unknown: new Int32Array(10),
      limit: 8,
    };
    const system = {
      ...overlap,
      result: { ...overlap.result!, run: { ...overlap.result!.run, tokenCounts } },
    };
    const { runs } = await readResult('r.json', await resultJson(madeState([system])));
    expect(runs[0]!.tokenCounts).toEqual(tokenCounts);
  });

  it('holds no sentence', async () => {
    const text = await resultJson(STATE);
    for (const { sentence1, sentence2 } of STATE.pairs) {
      expect(text).not.toContain(sentence1);
      expect(text).not.toContain(JSON.stringify(sentence2).slice(1, -1));
    }
  });

  it('refuses what is no such file, and another version', async () => {
    await expect(readResult('r.json', '{')).rejects.toThrow(/^r\.json: no JSON/);
    await expect(readResult('r.json', 'null')).rejects.toThrow('no file of results');
    await expect(readResult('r.json', '{"format":"other"}')).rejects.toThrow('no file of results');
    expect(await refusal((file: Loose) => (file.version = 2))).toMatch(
      /^bad-result: r\.json: version 2 of the format/,
    );
  });

  it.each<[string, (file: Loose) => void]>([
    ['seed', (file) => (file.seed = -1)],
    ['seed', (file) => delete file.seed],
    ['facet', (file) => (file.facet = 'colour')],
    ['parts[1].contentHash', (file) => (file.parts[1].contentHash = 'abc')],
    ['pairs.ids.length', (file) => file.pairs.ids.pop()],
    ['pairs.gold.length', (file) => file.pairs.gold.pop()],
    ['pairs.gold[0]', (file) => (file.pairs.gold[0] = '5')],
    ['selection[0]', (file) => (file.selection[0] = 'elsewhere/1')],
    ['selection[1]', (file) => (file.selection[1] = file.selection[0])],
    ['pair', (file) => (file.pair = 'elsewhere/1')],
    ['systems[2].id', (file) => (file.systems[2].id = 'magic')],
    ['systems[2].id', (file) => (file.systems[2].id = 'sif')],
    ['systems[0].run.key', (file) => (file.systems[0].run.key = '00'.repeat(32))],
    ['systems[0].run.key', (file) => (file.systems[0].run.provenance.dtype = 'float32')],
    ['systems[0].run.key', (file) => (file.systems[0].run.provenance.more = 1)],
    ['systems[0].run.provenance.backend', (file) => (file.systems[0].run.provenance.backend = 'abacus')],
    ['systems[0].run.provenance.system', (file) => (file.systems[0].run = file.systems[1].run)],
    ['systems[0].run.provenance.parts', (file) => file.parts.reverse()],
    ['systems[1].run.scoresHash', (file) => (file.systems[1].run.scores.values[0] += 1e-15)],
    ['systems[1].run.scoresHash', (file) => (file.systems[1].run.scores.missing[0].reason = 'empty text')],
    [
      'systems[1].run.scores.missing[0].reason',
      (file) => (file.systems[1].run.scores.missing[0].reason = 'tired'),
    ],
    ['systems[0].run.scores.values[3]', (file) => (file.systems[0].run.scores.values[3] = '0.5')],
  ])('refuses a changed file and names %s', async (field, change) => {
    const said = await refusal(change);
    expect(said).toContain(`bad-result: r.json: ${field} is `);
  });

  it('refuses corrections that are none', async () => {
    expect(await refusal((file: Loose) => (file.corrections.pairs[0].added = ['charm']))).toMatch(
      /^bad-corrections: r\.json, its corrections: pairs\[0\]\.added\[0\]/,
    );
  });
});
