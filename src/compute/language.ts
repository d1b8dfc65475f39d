import { MODELS, type CatalogueModel } from '../../models/catalogue.ts';
import type { proposeEdits } from '../edits/propose.ts';
import type { replaceToken } from '../edits/replaceToken.ts';
import type { Edit, EditedText, EditSpan } from '../edits/types.ts';
import type { Categorise, CategoryLabel, Evidence, Neighbourhood } from '../errors/types.ts';
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
import { shippedLexicon, shippedNeighbourhood, shippedWordList, type WordList } from './languageFiles.ts';
import type { Fetch } from './models/download.ts';
import type { Categorised, CategorisedPair, LanguageService, OnEvent } from './protocol.ts';

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

type KnownWords = WordList & NonNullable<Evidence['vocabulary']>;

/** Reads sentences: why pairs are hard, and how a sentence can be edited. A plain class: the worker only wires it. */
export class Language implements LanguageService {
  private readonly options: LanguageOptions;
  private readonly queue = new JobQueue();
  private readonly readers = new Map<string, Promise<Reader>>();
  private readonly wordLists = new Map<string, Promise<KnownWords>>();
  private readonly neighbourhoods = new Map<string, Promise<Neighbourhood>>();
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
    byVectors: boolean,
    onEvent: OnEvent,
  ): Promise<Categorised> {
    return this.queue.run(job, onEvent, async (report, signal) => {
      const { analyse, evidence } = await cancelledAtOnce(report, signal, (tell) =>
        this.evidence(byVectors, tell, signal),
      );
      const labels: (readonly CategoryLabel[] | null)[] = [];
      let paused = performance.now();
      for (const { sentence1, sentence2, languages } of pairs) {
        if (labels.length % PAUSE_EVERY_PAIRS === 0 || performance.now() - paused > PAUSE_EVERY_MS) {
          report(labels.length, pairs.length, 'Reading pairs');
          await pause();
          throwIfAborted(signal, 'The reading');
          paused = performance.now();
        }
        labels.push(
          languages.every(isEnglish)
            ? this.options.categorise({ sentences: [analyse(sentence1), analyse(sentence2)] }, evidence)
            : null,
        );
      }
      report(pairs.length, pairs.length, 'Reading pairs');
      return {
        labels,
        vocabulary: evidence.vocabulary?.name ?? null,
        vectors: evidence.neighbourhood?.name ?? null,
      };
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

  private async evidence(
    byVectors: boolean,
    report: Progress,
    signal: AbortSignal,
  ): Promise<{ analyse: Analyse; evidence: Evidence }> {
    const [{ lexicon, analyse }, vocabulary] = await Promise.all([this.reader(report), this.vocabulary()]);
    const neighbourhood = byVectors ? await this.neighbourhood(report, signal) : null;
    return { analyse, evidence: { lexicon, vocabulary, neighbourhood } };
  }

  /** Null where the word list can't be fetched: all but one category do without it. The next job asks for it again. */
  private async vocabulary(): Promise<Evidence['vocabulary']> {
    try {
      return await this.wordList();
    } catch {
      return null;
    }
  }

  /** Made once. A cancel ends the downloads; the shards that came are kept by the browser. */
  private neighbourhood(report: Progress, signal: AbortSignal): Promise<Neighbourhood> {
    const model = shipped(DEFAULT_VECTORS);
    return remember(this.neighbourhoods, model.id, async () =>
      shippedNeighbourhood(
        model,
        await this.wordList(),
        this.folder(model),
        this.options.fetch,
        report,
        signal,
      ),
    );
  }

  private wordList(): Promise<KnownWords> {
    const model = shipped(DEFAULT_VECTORS);
    return remember(this.wordLists, model.id, async () => {
      const list = await shippedWordList(model, this.folder(model), this.options.fetch);
      // Hundreds of thousands of words are slow to look into; a benchmark has a few thousand.
      return { ...list, name: model.title, has: bounded((word: string) => list.ranks.has(word)) };
    });
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
