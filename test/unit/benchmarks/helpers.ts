import { Failure } from '../../../src/failure.ts';
import type { PartContext } from '../../../src/benchmarks/formats/part.ts';
import type { ImportReport, NamedBytes, SentencePair } from '../../../src/benchmarks/types.ts';
import type { UnusableFile } from '../../../src/benchmarks/unusable.ts';
import { inspect, type InspectOptions } from '../../../src/benchmarks/userFile.ts';

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

/** Why a file, dropped alone, gives no pairs. */
export async function unusableOf(dropped: NamedBytes, options: InspectOptions = {}): Promise<UnusableFile> {
  const { sources, unusable } = await inspect([dropped], new Map([[dropped.name, options]]));
  if (sources.length > 0 || unusable.length !== 1) throw new Error('the file is of use');
  return unusable[0]!;
}

export const golds = (pairs: readonly SentencePair[]): (number | null)[] => pairs.map((pair) => pair.gold);

export const balanced = (report: ImportReport): boolean =>
  report.read === report.rated + report.unrated + report.rejected.length;

export const noteCount = (report: ImportReport, part: string): number => {
  const notes = report.notes.filter((note) => note.text.includes(part));
  return notes.reduce((sum, note) => sum + note.count, 0);
};
