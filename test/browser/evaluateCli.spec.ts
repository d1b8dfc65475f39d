import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { FIVE_PAIRS, tsv } from './invented.ts';
import { mirror, withoutMirror } from './page.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

interface Line {
  system: string;
  benchmark: string;
  split: string;
  set: string | null;
  n: number;
  skipped: number;
  pearson: number;
  spearman: number;
  kendall: number;
  seconds: number;
  backend: string;
  /** Of a person's own file. */
  import?: { read: number; rated: number; unrated: number; rejected: number; scale: [number, number] };
  provenance: {
    backendReason: string;
    libraries: Record<string, string>;
    model: { revision: string } | null;
  };
}

interface Ended {
  status: number;
  stdout: string;
  stderr: string;
  lines: () => Line[];
}

/** Runs the command as `npm run evaluate` does behind its set-up. */
function evaluate(...args: string[]): Promise<Ended> {
  const tsx = join(root, 'node_modules/.bin/tsx');
  return new Promise((resolve) => {
    const child = execFile(tsx, ['scripts/evaluate.ts', ...args], { cwd: root }, (_, stdout, stderr) => {
      const lines = (): Line[] =>
        stdout
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => JSON.parse(line) as Line);
      resolve({ status: child.exitCode ?? -1, stdout, stderr, lines });
    });
  });
}

test.describe('npm run evaluate', () => {
  let folder: string;
  test.beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'evaluate-'));
  });
  test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test(`prints a line of JSON a system, with the numbers of the page${withoutMirror}`, async () => {
    test.skip(mirror === '', 'STS_DATA_DIR names no mirror');
    const { status, stderr, lines } = await evaluate(
      ...['--benchmark', 'stsbenchmark', '--split', 'test', '--system', 'glove-sum,sif', '--backend', 'wasm'],
    );
    expect(stderr).toBe('');
    expect(status).toBe(0);
    const [sum, sif, ...more] = lines();
    expect(more).toEqual([]);
    for (const [line, system, pearson] of [
      [sum!, 'glove-sum', 45.62],
      [sif!, 'sif', 66.52],
    ] as const) {
      expect(line).toMatchObject({
        benchmark: 'stsbenchmark',
        split: 'test',
        set: null,
        n: 1379,
        skipped: 0,
      });
      expect(line.system).toMatch(new RegExp(`^${system}\\(`));
      expect(Math.abs(100 * line.pearson - pearson)).toBeLessThan(0.1);
      expect(line.spearman).toBeGreaterThan(0.3);
      expect(line.kendall).toBeGreaterThan(0.2);
      expect(line.backend).toBe('wasm');
      expect(line.seconds).toBeGreaterThan(0);
      expect(line.provenance.backendReason).toBe('chosen by hand');
      expect(line.provenance.model!.revision).toMatch(/^[0-9a-f]{64}$/);
      expect(Object.keys(line.provenance.libraries)).not.toHaveLength(0);
    }
  });

  test("evaluates a person's own file, parameters included, and writes the score of every pair", async () => {
    const file = join(folder, 'walks, talks.tsv');
    const out = join(folder, 'scores.csv');
    writeFileSync(file, tsv([...FIVE_PAIRS, [3, 'He said "no", twice.', 'qwzx vbnk']]));
    const text = join(folder, 'walks.txt');
    writeFileSync(text, `${FIVE_PAIRS.map(([, s1, s2]) => `${s1}\n${s2}`).join('\n')}\n`);
    const systems = 'overlap-cosine,glove-sum(tokeniser=whitespace),aligned';
    const { status, stderr, lines } = await evaluate(
      ...['--file', file, '--system', systems, '--context', text, '--pairs', out],
    );
    expect(status, stderr).toBe(0);
    expect(lines().map(({ n, skipped }) => [n, skipped])).toEqual([
      [6, 0],
      [5, 1],
      [5, 1],
    ]);
    expect(lines()[2]!.system).toContain('context=file:walks.txt#');
    expect(lines()[1]!.system).toContain('tokeniser=whitespace');
    for (const line of lines()) {
      expect(line.import).toEqual({ read: 6, rated: 6, unrated: 0, rejected: 0, scale: [0, 5] });
    }
    expect(stderr).toContain('gold scale 0 to 5: 6 rows read, 6 rated, 0 unrated, 0 rejected');
    const [header, ...rows] = readFileSync(out, 'utf8').trimEnd().split('\n');
    expect(header).toMatch(/^id,sentence1,sentence2,gold,"?overlap-cosine\(/);
    expect(rows).toHaveLength(6);
    expect(rows[5]).toContain('"He said ""no"", twice."');
    expect(rows[5]).toMatch(/,qwzx vbnk,3,0,,$/);
  });

  test('says on standard error what it was asked for and does not have, prints nothing and fails', async () => {
    const page = join(folder, 'page.tsv');
    writeFileSync(page, '<!doctype html><title>Home</title>');
    const notes = join(folder, 'notes.txt');
    writeFileSync(notes, 'Nothing\nto see here\n');
    const own = join(folder, 'own.tsv');
    writeFileSync(own, tsv(FIVE_PAIRS));
    const percent = join(folder, 'percent.tsv');
    writeFileSync(percent, tsv(FIVE_PAIRS.map(([gold, s1, s2]) => [gold * 20, s1, s2])));
    // What else the arguments get wrong has unit tests.
    const cases: [args: string[], message: RegExp][] = [
      [['--benchmark', 'stsbenchmarc', '--system', 'sif'], /stsbenchmarc.*stsbenchmark/s],
      [['--benchmark', 'contrast', '--sistem', 'sif'], /--sistem/],
      [['--file', page, '--system', 'overlap-cosine'], /got a web page from page\.tsv/],
      [['--file', own, '--file', notes, '--system', 'overlap-cosine'], /notes\.txt has no two columns/],
      [['--file', percent, '--system', 'overlap-cosine'], /from 0 to 90.*--scale LOW,HIGH/],
    ];
    const ended = await Promise.all(cases.map(([args]) => evaluate(...args)));
    ended.forEach(({ status, stdout, stderr }, at) => {
      const [args, message] = cases[at]!;
      expect.soft(status, args.join(' ')).toBeGreaterThan(0);
      expect.soft(stdout).toBe('');
      expect.soft(stderr).toMatch(message);
      expect.soft(stderr, 'no stack trace').not.toMatch(/^\s+at /m);
    });
  });
});
