import { MODELS, type CatalogueModel } from '../../models/catalogue.ts';
import type { proposeEdits } from '../edits/propose.ts';
import type { replaceToken } from '../edits/replaceToken.ts';
import type { Edit, EditedText, EditSpan } from '../edits/types.ts';
import type { Categorise, CategoryLabel, Evidence } from '../errors/types.ts';
import { throwIfAborted } from '../failure.ts';
import { makeAnalyse } from '../language/analyse.ts';
import { bounded } from '../language/remember.ts';
import type { Analyse, Lexicon } from '../language/types.ts';
import { pause } from '../systems/pause.ts';
import { DEFAULT_VECTORS } from '../systems/registry.ts';
import { remember } from '../systems/taskState.ts';
import type { Progress } from '../systems/types.ts';
import { cancelledAtOnce } from './cancelledAtOnce.ts';
import { JobQueue } from './jobs.ts';
import { shippedLexicon, shippedVocabulary } from './languageFiles.ts';
import type { Fetch } from './models/download.ts';
import type { CategorisedPair, LanguageService, OnEvent } from './protocol.ts';

const LEXICON = 'wordnet';
/** Sentences recur within a benchmark, and the edits of a sentence are read anew: each is read once. */
const SENTENCES_KEPT = 10_000;
/** How often messages are let in: by time, and by number, for a clock that stands still. */
const PAUSE_EVERY_MS = 50;
const PAUSE_EVERY_PAIRS = 200;

export interface LanguageOptions {
  fetch: Fetch;
  categorise: Categorise;
  proposeEdits: typeof proposeEdits;
  replaceToken: typeof replaceToken;
}

interface Reader {
  lexicon: Lexicon;
  analyse: Analyse;
}

/** Reads sentences: why pairs are hard, and how a sentence can be edited. A plain class: the worker only wires it. */
export class Language implements LanguageService {
  private readonly options: LanguageOptions;
  private readonly queue = new JobQueue();
  private readonly readers = new Map<string, Promise<Reader>>();
  private readonly vocabularies = new Map<string, Promise<Evidence['vocabulary']>>();
  /** What the last job was given: one that could not be fetched is asked for again by the next. */
  private lastVocabulary: Evidence['vocabulary'] = null;
  private siteUrl = '';

  constructor(options: LanguageOptions) {
    this.options = options;
  }

  async begin(siteUrl: string): Promise<void> {
    this.siteUrl = siteUrl;
  }

  categorise(
    job: number,
    pairs: readonly CategorisedPair[],
    onEvent: OnEvent,
  ): Promise<(readonly CategoryLabel[] | null)[]> {
    return this.queue.run(job, onEvent, async (report, signal) => {
      const [{ lexicon, analyse }, vocabulary] = await cancelledAtOnce(report, signal, (tell) =>
        Promise.all([this.reader(tell), this.vocabulary()]),
      );
      this.lastVocabulary = vocabulary;
      const found: (readonly CategoryLabel[] | null)[] = [];
      let paused = performance.now();
      for (const { sentence1, sentence2, languages } of pairs) {
        if (found.length % PAUSE_EVERY_PAIRS === 0 || performance.now() - paused > PAUSE_EVERY_MS) {
          report(found.length, pairs.length, 'Reading pairs');
          await pause();
          throwIfAborted(signal, 'The reading');
          paused = performance.now();
        }
        found.push(
          languages.every(isEnglish)
            ? this.options.categorise(
                { sentences: [analyse(sentence1), analyse(sentence2)] },
                { lexicon, vocabulary },
              )
            : null,
        );
      }
      report(pairs.length, pairs.length, 'Reading pairs');
      return found;
    });
  }

  edits(job: number, sentence: string, onEvent?: OnEvent): Promise<Edit[]> {
    return this.withReader(job, onEvent, ({ lexicon, analyse }) =>
      this.options.proposeEdits(analyse(sentence), analyse, lexicon),
    );
  }

  replace(
    job: number,
    sentence: string,
    span: EditSpan,
    words: readonly string[],
    onEvent?: OnEvent,
  ): Promise<(EditedText | null)[]> {
    return this.withReader(job, onEvent, ({ lexicon, analyse }) =>
      words.map((word) => this.options.replaceToken(analyse(sentence), span, word, lexicon)),
    );
  }

  async vocabularyName(): Promise<string | null> {
    return this.lastVocabulary?.name ?? null;
  }

  async cancel(job: number): Promise<void> {
    this.queue.cancel(job);
  }

  private withReader<T>(job: number, onEvent: OnEvent = () => {}, work: (reader: Reader) => T): Promise<T> {
    return this.queue.beside(job, onEvent, async (report, signal) =>
      work(await cancelledAtOnce(report, signal, (tell) => this.reader(tell))),
    );
  }

  private reader(report: Progress): Promise<Reader> {
    return remember(this.readers, LEXICON, async () => {
      const model = shipped(LEXICON);
      const lexicon = await shippedLexicon(model, this.folder(model), this.options.fetch, report);
      return { lexicon, analyse: bounded(makeAnalyse(lexicon), SENTENCES_KEPT) };
    });
  }

  /** Null where the word list can't be fetched: all but one category do without it. */
  private async vocabulary(): Promise<Evidence['vocabulary']> {
    const model = shipped(DEFAULT_VECTORS);
    try {
      return await remember(this.vocabularies, model.id, async () => {
        const words = await shippedVocabulary(model, this.folder(model), this.options.fetch);
        return { name: model.title, has: (word) => words.has(word) };
      });
    } catch {
      return null;
    }
  }

  private folder({ id }: CatalogueModel): string {
    return `${this.siteUrl}models/${id}/`;
  }
}

function shipped(id: string): CatalogueModel {
  return MODELS.find((model) => model.id === id)!;
}

/** By its BCP 47 tag. */
function isEnglish(language: string): boolean {
  return /^en(-|$)/i.test(language);
}
