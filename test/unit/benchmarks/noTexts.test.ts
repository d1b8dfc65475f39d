import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../src/benchmarks/catalogue.ts';
import { readCataloguePart } from '../../../src/benchmarks/importer.ts';
import { mirror, withoutMirror } from '../support.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
/** Shorter stretches are anybody's words. */
const FEWEST_WORDS = 4;
const QUOTED = /'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`([^`]*)`|“([^”]*)”/g;

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z0-9']+/g) ?? [];
const keyOf = (text: string): string | null => {
  const words = wordsOf(text);
  return words.length < FEWEST_WORDS ? null : words.join(' ');
};

/** What may be a sentence in a line: the line, what is quoted in it, and the sentences of these. */
function candidates(line: string): Set<string> {
  const texts = [line, ...[...line.matchAll(QUOTED)].flatMap((match) => match.slice(1).filter(Boolean))];
  return new Set(
    texts
      .flatMap((text) => [text, ...text.split(/(?<=[.?!|])\s+/)])
      .map((text) => keyOf(text.replaceAll("\\'", "'")))
      .filter((key) => key !== null),
  );
}

/** What is built or fetched, and not part of the repository. */
const NOT_OURS = /^(node_modules|dist|\.cache|\.git|test-results|playwright-report|public\/models)(\/|$)/;
const TEXT = /\.(ts|mts|mjs|js|svelte|json|jsonl|md|html|css)$|^(LICENSE|NOTICE)$/;

function filesOfRepository(folder = ''): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (NOT_OURS.test(path) || path === 'package-lock.json') return [];
    // Mirrors are served from here; only our own set is committed.
    if (folder === 'public/benchmarks') return path.endsWith('/contrast.jsonl') ? [path] : [];
    if (entry.isDirectory()) return filesOfRepository(path);
    return TEXT.test(path) ? [path] : [];
  });
}

async function publishedSentences(): Promise<Set<string>> {
  const sentences = new Set<string>();
  for (const entry of catalogue.filter(({ id }) => id !== 'contrast')) {
    for (const part of entry.parts) {
      const { pairs } = await readCataloguePart(
        entry,
        part,
        (path) => new Uint8Array(readFileSync(join(mirror, path))),
      );
      for (const { sentence1, sentence2 } of pairs) {
        for (const key of [keyOf(sentence1), keyOf(sentence2)]) if (key) sentences.add(key);
      }
    }
  }
  return sentences;
}

describe.skipIf(mirror === '')(`texts of the benchmarks${withoutMirror}`, () => {
  it('stand in no file of the repository', async () => {
    const published = await publishedSentences();
    expect(published.size).toBeGreaterThan(50_000);
    const files = filesOfRepository();
    expect(files.length).toBeGreaterThan(500);
    const found: string[] = [];
    for (const file of files) {
      const lines = readFileSync(join(root, file), 'utf8').split('\n');
      lines.forEach((line, at) => {
        if ([...candidates(line)].some((key) => published.has(key))) found.push(`${file}:${at + 1}`);
      });
    }
    expect(found).toEqual([]);
  });
});
