import type { CatalogueModel } from '../../models/catalogue.ts';
import type { ModelFile, VectorsManifest } from '../../models/formats.ts';
import { readLexicon } from '../language/lexicon.ts';
import { LEXICON_FILES, type LexiconFiles, type LexiconManifest } from '../language/tables.ts';
import type { Lexicon } from '../language/types.ts';
import type { Progress } from '../systems/types.ts';
import { download, type Fetch } from './models/download.ts';
import { readManifest } from './models/shipped.ts';

/**
 * The shipped lexicon.
 * @throws Failure of `download` where a file can't be fetched or is not the one expected
 */
export async function shippedLexicon(
  model: CatalogueModel,
  folder: string,
  fetcher: Fetch,
  report: Progress,
): Promise<Lexicon> {
  const { files } = await readManifest<LexiconManifest>(model, folder, fetcher);
  let totalBytes = 0;
  for (const { sizeBytes } of files) totalBytes += sizeBytes;
  let doneBytes = 0;
  const tell = (): void => report(doneBytes, totalBytes, `Fetching ${model.title}`, 'bytes');
  tell();
  const bytesOf = async (key: keyof LexiconFiles): Promise<Uint8Array> => {
    const file = files.find(({ name }) => name === LEXICON_FILES[key]);
    // The manifest is the catalogue's, by its hash: one that names no such file was built by other code than this.
    if (!file) throw new Error(`The manifest of ${model.id} names no ${LEXICON_FILES[key]}.`);
    const bytes = await fetchFile(file, folder, fetcher);
    doneBytes += file.sizeBytes;
    tell();
    return bytes;
  };
  const textOf = async (key: keyof LexiconFiles): Promise<string> =>
    new TextDecoder().decode(await bytesOf(key));
  const [words, synsets, relations, glosses, glossWords, irregular] = await Promise.all([
    textOf('words'),
    bytesOf('synsets'),
    bytesOf('relations'),
    bytesOf('glosses'),
    textOf('glossWords'),
    textOf('irregular'),
  ]);
  return readLexicon({ words, synsets, relations, glosses, glossWords, irregular });
}

/** The words that shipped word vectors have, lower-cased, without their vectors. */
export async function shippedVocabulary(
  model: CatalogueModel,
  folder: string,
  fetcher: Fetch,
): Promise<ReadonlySet<string>> {
  const { index } = await readManifest<VectorsManifest>(model, folder, fetcher);
  const bytes = await fetchFile(index, folder, fetcher);
  return new Set(new TextDecoder().decode(bytes).split('\n'));
}

async function fetchFile(
  { name, sha256, sizeBytes }: ModelFile,
  folder: string,
  fetcher: Fetch,
): Promise<Uint8Array> {
  return new Uint8Array(await download({ url: folder + name, sha256, sizeBytes }, fetcher));
}
