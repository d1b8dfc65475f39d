import { createContext } from 'svelte';
import { catalogue, partName } from '../benchmarks/catalogue.ts';
import type { BackendPreference, BackendState } from '../compute/backends/types.ts';
import { capabilities, describeCapabilities } from '../compute/capabilities.ts';
import { startDesk } from '../compute/clients/desk.ts';
import { startLanguage } from '../compute/clients/language.ts';
import { startScoring } from '../compute/clients/scoring.ts';
import type { FolderFile } from '../compute/encoders/types.ts';
import { folderModelId } from '../compute/models/open.ts';
import type { WorkerClient } from '../compute/clients/worker.ts';
import type { AddedModel, DeskService, LanguageService, ScoringService } from '../compute/protocol.ts';
import { openStore } from '../storage/store.ts';
import type { PlaygroundStore, StoreStatus } from '../storage/types.ts';
import { parseSystem } from '../systems/registry.ts';
import { Activities } from './activities.svelte.ts';
import { Categories } from './categories.svelte.ts';
import { Codes } from './codes.svelte.ts';
import { Comparison, type Tools } from './comparison.svelte.ts';
import { Encoders } from './encoders.svelte.ts';
import { ErrorAnalysis } from './errorAnalysis.svelte.ts';
import { Lab } from './lab.svelte.ts';
import { Library } from './library.svelte.ts';
import { Notices } from './notices.svelte.ts';
import { Precomputed } from './precomputed.ts';
import { makeRankings, type Rankings } from './rankings.ts';
import { readLink, writeLink, type LinkState, type ViewId } from './permalink.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type ThemeChoice = (typeof THEMES)[number];
const BACKENDS: readonly BackendPreference[] = ['auto', 'webgpu', 'wasm', 'cpu'];

export const DEFAULT_BENCHMARK = 'contrast';

/** The state of the page. Made once, by `openPlayground`; views get it from the context. */
export class Playground {
  readonly store: PlaygroundStore;
  readonly scoring: WorkerClient<ScoringService>;
  readonly desk: WorkerClient<DeskService>;
  /** Starts with the first sentence that is to be read. */
  readonly language: WorkerClient<LanguageService>;
  readonly activities = new Activities();
  readonly notices = new Notices();
  readonly library: Library;
  readonly encoders: Encoders;
  readonly codes: Codes;
  readonly comparison: Comparison;
  readonly categories: Categories;
  readonly errors: ErrorAnalysis;
  readonly lab: Lab;
  readonly rankings: Rankings;
  view = $state<ViewId>('compare');
  theme = $state<ThemeChoice>('system');
  storeStatus = $state.raw<StoreStatus>({ kind: 'persistent' });
  backendPreference = $state<BackendPreference>('auto');
  /** Null until a system first needs a backend: TF.js loads no sooner. */
  backend = $state.raw<BackendState | null>(null);
  /** Models from the user's own files. */
  ownModels = $state.raw<readonly AddedModel[]>([]);

  constructor(store: PlaygroundStore, siteUrl: string) {
    this.store = store;
    this.storeStatus = store.status();
    this.scoring = startScoring(siteUrl, () => this.backendPreference);
    this.scoring.onEnd = () => {
      // Files of the user's own lived in the worker.
      this.ownModels = [];
      this.backend = null;
      this.lab.scores.vectorsHere = false;
    };
    this.desk = startDesk(siteUrl);
    this.language = startLanguage(siteUrl);
    this.library = new Library(store, this.desk, this.activities);
    this.encoders = new Encoders(store, siteUrl, (text) => this.notices.add('note', text));
    this.codes = new Codes(store);
    const tools: Tools = {
      store,
      scoring: this.scoring,
      desk: this.desk,
      activities: this.activities,
      library: this.library,
      encoders: this.encoders,
      precomputed: new Precomputed(siteUrl),
      codes: this.codes,
      preference: () => this.backendPreference,
      onProblem: (error) => this.notices.report(error),
      onBackend: () => {
        // Only word vectors need one, and the run has loaded them.
        this.lab.scores.vectorsHere = true;
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
    this.lab = new Lab({
      scoring: this.scoring,
      language: this.language,
      activities: this.activities,
      library: this.library,
      encoders: this.encoders,
      comparison: this.comparison,
      preference: () => this.backendPreference,
    });
  }

  /** Goes where a link points; what it does not say is as on a first visit. */
  async goTo(link: Partial<LinkState>): Promise<void> {
    const { comparison } = this;
    this.view = link.view ?? 'compare';
    comparison.seed = link.seed ?? 1;
    comparison.facet = link.facet ?? null;
    if (link.systems) {
      const specs = link.systems.flatMap((id) => {
        try {
          return [parseSystem(id)];
        } catch (error) {
          this.notices.report(error);
          return [];
        }
      });
      comparison.setSystems(specs);
    }
    const opening = this.openLinked(link);
    if (link.lab) {
      this.lab.follow(link.lab, opening).catch((error: unknown) => this.notices.report(error));
    }
    if ((await opening) && link.pair) comparison.showPair(link.pair);
  }

  /** @returns whether the link's own benchmark is open; where it can't be, the first visit's is */
  private async openLinked(link: Partial<LinkState>): Promise<boolean> {
    const { comparison } = this;
    const benchmark = link.benchmark ?? DEFAULT_BENCHMARK;
    try {
      // Which parts there are is known when the site has said what it serves; our own set always is.
      if (benchmark !== DEFAULT_BENCHMARK) await this.library.siteListed;
      const parts = link.parts?.length ? link.parts : this.partsOf(benchmark);
      await comparison.open(benchmark, parts);
      return true;
    } catch (error) {
      this.notices.report(error);
      if (benchmark !== DEFAULT_BENCHMARK) await this.goTo({ view: this.view });
      return false;
    }
  }

  /** Lays a pair of the open benchmark on the bench of the pair lab and goes there. */
  takeApart(row: number): void {
    const { benchmark } = this.comparison;
    if (!benchmark) return;
    this.lab.startFrom(benchmark, row);
    this.view = 'lab';
  }

  /** The state as a link. Null while nothing is open. */
  link(): string | null {
    const { benchmark, systems, facet, pair, seed } = this.comparison;
    if (!benchmark) return null;
    return writeLink({
      view: this.view,
      benchmark: benchmark.info.id,
      parts: benchmark.parts.map(partName),
      systems: systems.map((entry) => entry.id),
      facet,
      pair: pair === null ? null : (benchmark.pairs[pair]?.id ?? null),
      lab: this.view === 'lab' && this.lab.link.kind === 'link' ? this.lab.link.text : null,
      seed,
    });
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

  /** What this browser can do and what is running in it, as text to copy into a report. */
  async diagnostics(): Promise<string> {
    const { backend } = this;
    return [
      `STS Playground ${__APP_VERSION__}`,
      describeCapabilities(await capabilities()),
      `storage: ${this.storeStatus.kind}`,
      `backend wanted: ${this.backendPreference}`,
      backend
        ? `word vectors: ${backend.backend}, ${backend.why}${backend.refused.map((r) => `; ${r.backend} refused: ${r.reason}`).join('')}`
        : 'word vectors: no backend started',
      ...this.encoders.loaded.map(
        ({ facts }) =>
          `transformer: ${facts.model} @ ${facts.revision.slice(0, 12)}, ${facts.dtype}, ${facts.device}, ${facts.threads} threads`,
      ),
    ].join('\n');
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
  // A storage that opens but can't be read must not keep the page from starting.
  // A lost theme is no news; what else can't be read is told below.
  await playground.recall().catch(() => {});
  await playground.library.begin(siteUrl).catch((error: unknown) => playground.notices.report(error));
  void playground.goTo(readLink(hash)).catch((error: unknown) => playground.notices.report(error));
  return playground;
}
