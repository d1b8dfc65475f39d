import { createContext } from 'svelte';
import { catalogue, partName } from '../benchmarks/catalogue.ts';
import type { BackendPreference, BackendState } from '../compute/backends/types.ts';
import { startDesk } from '../compute/clients/desk.ts';
import { startLanguage } from '../compute/clients/language.ts';
import { startScoring } from '../compute/clients/scoring.ts';
import type { FolderFile } from '../compute/encoders/types.ts';
import { folderModelId } from '../compute/models/open.ts';
import type { WorkerClient } from '../compute/clients/worker.ts';
import type { AddedModel, DeskService, LanguageService, ScoringService } from '../compute/protocol.ts';
import { openStore } from '../storage/store.ts';
import type { PlaygroundStore, StoreStatus } from '../storage/types.ts';
import { Failure } from '../failure.ts';
import { shortId, type SystemSpec } from '../systems/registry.ts';
import { Activities } from './activities.svelte.ts';
import { Categories } from './categories.svelte.ts';
import { Codes } from './codes.svelte.ts';
import { CompareLook } from './compareLook.svelte.ts';
import { Comparison, type Tools } from './comparison.svelte.ts';
import { diagnosticsOf, diagnosticsText } from './diagnostics.ts';
import { FailureLog } from './diagnosticsFailures.ts';
import { readSources } from './diagnosticsSources.ts';
import { Encoders } from './encoders.svelte.ts';
import { ErrorAnalysis } from './errorAnalysis.svelte.ts';
import { Help } from './help.svelte.ts';
import { Lab } from './lab.svelte.ts';
import { LoadedVectors } from './labScores.svelte.ts';
import { Lessons } from './lessons/lessons.svelte.ts';
import { Library } from './library.svelte.ts';
import { Links, ownOf, type LinkOwner } from './links.svelte.ts';
import { Notices } from './notices.svelte.ts';
import { Precomputed } from './precomputed.ts';
import { onDeletedElsewhere } from './reset.ts';
import { makeRankings, type Rankings } from './rankings.ts';
import { readLink, type LinkState, type ViewId } from './permalink.ts';
import { Update } from './update.svelte.ts';

export { DEFAULT_BENCHMARK } from './links.svelte.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type ThemeChoice = (typeof THEMES)[number];
const BACKENDS: readonly BackendPreference[] = ['auto', 'webgpu', 'wasm', 'cpu'];

/** The state of the page. Made once, by `openPlayground`; views get it from the context. */
export class Playground {
  readonly store: PlaygroundStore;
  readonly scoring: WorkerClient<ScoringService>;
  readonly desk: WorkerClient<DeskService>;
  /** Starts with the first sentence that is to be read. */
  readonly language: WorkerClient<LanguageService>;
  readonly activities = new Activities();
  readonly failures: FailureLog;
  readonly notices: Notices;
  private readonly siteUrl: string;
  private readonly loadedVectors = new LoadedVectors();
  readonly update: Update;
  readonly library: Library;
  readonly encoders: Encoders;
  readonly codes: Codes;
  readonly comparison: Comparison;
  readonly categories: Categories;
  readonly errors: ErrorAnalysis;
  readonly lab: Lab;
  readonly lessons: Lessons;
  readonly rankings: Rankings;
  readonly look: CompareLook;
  readonly help: Help;
  readonly links: Links;
  view = $state<ViewId>('compare');
  theme = $state<ThemeChoice>('system');
  storeStatus = $state.raw<StoreStatus>({ kind: 'persistent' });
  backendPreference = $state<BackendPreference>('auto');
  /** Null until a system first needs a backend: TF.js loads no sooner. */
  backend = $state.raw<BackendState | null>(null);
  /** Whether the report for others is open. */
  showsDiagnostics = $state(false);
  /** Models from the user's own files. */
  ownModels = $state.raw<readonly AddedModel[]>([]);

  constructor(store: PlaygroundStore, siteUrl: string) {
    this.store = store;
    this.siteUrl = siteUrl;
    this.failures = new FailureLog(siteUrl);
    this.notices = new Notices(this.failures);
    this.update = new Update(siteUrl);
    this.storeStatus = store.status();
    this.scoring = startScoring(siteUrl, () => this.backendPreference);
    this.scoring.onEnd = () => {
      // Files of the user's own lived in the worker.
      this.ownModels = [];
      this.backend = null;
      this.loadedVectors.here = false;
    };
    this.desk = startDesk(siteUrl);
    this.language = startLanguage(siteUrl);
    this.library = new Library(store, this.desk, this.activities);
    this.encoders = new Encoders(store, siteUrl, (text) => this.notices.add('note', text));
    this.codes = new Codes(store);
    this.help = new Help(store);
    const tools: Tools = {
      store,
      scoring: this.scoring,
      desk: this.desk,
      activities: this.activities,
      library: this.library,
      encoders: this.encoders,
      precomputed: new Precomputed(siteUrl),
      codes: this.codes,
      inFlight: { runs: new Map(), encodings: new Map() },
      preference: () => this.backendPreference,
      onProblem: (error) => this.notices.report(error),
      onFailedRun: (error) => this.failures.note(error),
      onBackend: () => {
        // Only word vectors need one, and the run has loaded them.
        this.loadedVectors.here = true;
        return this.learnBackend();
      },
    };
    this.comparison = new Comparison(tools);
    this.rankings = makeRankings(tools, this.comparison, (benchmark) => this.partsOf(benchmark));
    this.categories = new Categories({
      store,
      language: this.language,
      activities: this.activities,
      comparison: this.comparison,
    });
    this.errors = new ErrorAnalysis({
      comparison: this.comparison,
      categories: this.categories,
      desk: this.desk,
      activities: this.activities,
    });
    const { loadedVectors } = this;
    this.lab = new Lab({ ...tools, loadedVectors, language: this.language, comparison: this.comparison });
    this.lessons = new Lessons({ ...tools, loadedVectors, siteUrl });
    this.look = new CompareLook(() => this.comparison.benchmark?.info.id ?? null);
    const ownView: LinkOwner = {
      linkFields: () => ({ view: this.view }),
      takeLink: ({ view }) => void (this.view = view),
    };
    const lessonPlace: LinkOwner = {
      linkFields: () => {
        const { lessonId, step } = this.lessons;
        return { lesson: lessonId, step: lessonId === null ? null : step };
      },
      takeLink: ({ lesson, step }) => this.lessons.follow(lesson, step),
    };
    const { suites, sweep } = this.rankings;
    this.links = new Links({
      comparison: this.comparison,
      lab: this.lab,
      library: this.library,
      notices: this.notices,
      // Whatever has fields of the link of its own stands here.
      owners: [ownView, lessonPlace, this.look, this.categories, this.errors, suites, sweep],
      partsOf: (benchmark) => this.partsOf(benchmark),
      missing: (spec) => this.missing(spec),
    });
  }

  /** Goes where a link points; what it does not say is as on a first visit. */
  goTo(link: Partial<LinkState>): Promise<void> {
    return this.links.goTo(link);
  }

  /** Lays a pair of the open benchmark on the bench of the pair lab and goes there. */
  takeApart(row: number): void {
    const { benchmark } = this.comparison;
    if (!benchmark) return;
    this.lab.startFrom(benchmark, row);
    this.view = 'lab';
  }

  /** The state as a link. Null while nothing is open, or a link is being followed. */
  link(): string | null {
    return this.links.text();
  }

  /** What a system of a link needs that only the person has, in words, where it is not here. */
  private async missing(spec: SystemSpec): Promise<string | null> {
    const own = ownOf(spec);
    if (!own) return null;
    const { encoders, ownModels } = this;
    switch (own.kind) {
      case 'code':
        return this.codes.sourceOf(spec).then(
          () => null,
          (error: unknown) => (error instanceof Failure ? error.message : String(error)),
        );
      case 'scores':
        return `The scores of ${own.name} for these pairs are not in this browser. Import them with “Scores from a file…”.`;
      case 'file':
        if (ownModels.some(({ id }) => id === own.name)) return null;
        return `The model ${own.name} is a file that is not in this browser. Choose it in the parameters of ${shortId(spec)}.`;
      case 'folder':
        await encoders.refreshKept();
        if (encoders.kept.some(({ model }) => model === own.name)) return null;
        return `The model ${own.name} is a folder that is not in this browser. Drop it onto the page.`;
    }
  }

  /** The parts of a benchmark that can be opened: those that are here; where none is, all that it has. */
  partsOf(benchmark: string): string[] {
    const known = catalogue.find((entry) => entry.id === benchmark)?.parts.map(partName);
    if (!known) return this.library.stored.filter((part) => part.benchmark === benchmark).map(partName);
    const here = known.filter(
      (part) => this.library.storedPart(benchmark, part) || this.library.isOnSite(benchmark, part),
    );
    return here.length > 0 ? here : known;
  }

  /** @throws Failure where the backend can't be used here; the one before stays */
  async useBackend(preference: BackendPreference): Promise<BackendState> {
    const before = this.backendPreference;
    // At once: a run that is started while the backend starts is one on the chosen backend.
    this.backendPreference = preference;
    try {
      this.backend = await this.startBackend(preference);
    } catch (error) {
      this.backendPreference = before;
      throw error;
    }
    await this.store.putSetting('backend', preference);
    return this.backend;
  }

  /** Adds word vectors or word frequencies from a file, for as long as the page is open. */
  async addModel(kind: AddedModel['kind'], file: File): Promise<AddedModel> {
    const model = await this.activities.run(`Reading ${file.name}`, this.scoring, (service, job, onEvent) =>
      service.addModel(job, kind, file, onEvent),
    );
    this.ownModels = [...this.ownModels.filter((other) => other.id !== model.id), model];
    return model;
  }

  /**
   * Keeps the files of a folder as a model.
   * @returns its id, "folder:<name of the folder>"
   */
  async addModelFolder(folderName: string, files: readonly FolderFile[]): Promise<string> {
    const model = folderModelId(folderName);
    await this.activities.show(`Reading the folder ${folderName}`, (going) =>
      this.encoders.adopt(model, files, going),
    );
    return model;
  }

  private async learnBackend(): Promise<void> {
    this.backend = await this.startBackend(this.backendPreference);
  }

  private startBackend(preference: BackendPreference): Promise<BackendState> {
    return this.activities.run('Starting the backend', this.scoring, (service, job, onEvent) =>
      service.useBackend(job, preference, onEvent),
    );
  }

  /** What this browser can do, what runs in it and what went wrong, as Markdown to copy into a report. */
  async diagnostics(): Promise<string> {
    return diagnosticsText(diagnosticsOf(await readSources(this, this.siteUrl)));
  }

  /** The backend of the next start; it starts with the first run that needs one. */
  async preferBackend(preference: BackendPreference): Promise<void> {
    this.backendPreference = preference;
    await this.store.putSetting('backend', preference);
  }

  /** Kept over a reload. */
  async setTheme(theme: ThemeChoice): Promise<void> {
    this.theme = theme;
    await this.store.putSetting('theme', theme);
  }

  /** Takes the settings of an earlier visit; a link says all the rest. */
  async recall(): Promise<void> {
    const theme = await this.store.getSetting<ThemeChoice>('theme');
    if (theme && THEMES.includes(theme)) this.theme = theme;
    const backend = await this.store.getSetting<BackendPreference>('backend');
    if (backend && BACKENDS.includes(backend)) this.backendPreference = backend;
    await this.encoders.recall();
    await this.codes.recall();
    await this.help.recall();
  }
}

export const [playgroundOf, setPlayground] = createContext<Playground>();

/** Opens the storage, reads what is there and goes where the address points. */
export async function openPlayground(siteUrl: string, hash: string): Promise<Playground> {
  let playground: Playground | null = null;
  const store = await openStore({
    onStatus: (status) => {
      if (playground) playground.storeStatus = status;
    },
  });
  playground = new Playground(store, siteUrl);
  const { failures, notices } = playground;
  addEventListener('error', ({ error }) => failures.note(error));
  addEventListener('unhandledrejection', ({ reason }) => failures.note(reason));
  onDeletedElsewhere(() =>
    notices.add(
      'note',
      'Everything that this page kept in this browser was deleted in another tab.',
      'Export what you still need from this tab, then reload it.',
      { title: 'Reload', accept: () => location.reload() },
    ),
  );
  // A storage that opens but can't be read must not keep the page from starting.
  // A lost theme is no news; what else can't be read is told below.
  await playground.recall().catch(() => {});
  await playground.library.begin(siteUrl).catch((error: unknown) => playground.notices.report(error));
  void playground.goTo(readLink(hash)).catch((error: unknown) => playground.notices.report(error));
  return playground;
}
