import { Failure } from '../../../src/failure.ts';
import type { PartContext } from '../../../src/benchmarks/formats/part.ts';
import type { ImportReport, NamedBytes, SentencePair } from '../../../src/benchmarks/types.ts';

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

export const file = (name: string, content: string | Uint8Array): NamedBytes => ({
  name,
  bytes: typeof content === 'string' ? utf8(content) : content,
});

export const context: PartContext = {
  benchmark: 'toy',
  split: 'test',
  set: null,
  languages: ['en', 'en'],
  scale: [0, 5],
  files: ['toy.tsv'],
};

/** The Failure that `act` throws; any other outcome is an error of the test. */
export async function failureOf(act: () => unknown): Promise<Failure> {
  try {
    await act();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

export const golds = (pairs: readonly SentencePair[]): (number | null)[] => pairs.map((pair) => pair.gold);

export const balanced = (report: ImportReport): boolean =>
  report.read === report.rated + report.unrated + report.rejected.length;

export const noteCount = (report: ImportReport, part: string): number => {
  const notes = report.notes.filter((note) => note.text.includes(part));
  return notes.reduce((sum, note) => sum + note.count, 0);
};
