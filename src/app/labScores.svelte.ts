import type { Remote } from 'comlink';
import type { BackendPreference } from '../compute/backends/types.ts';
import { onTask } from '../compute/clients/scoring.ts';
import { callJob, type WorkerClient } from '../compute/clients/worker.ts';
import type { JobEvent, OnEvent, ScoringService } from '../compute/protocol.ts';
import { Cancelled, Failure } from '../failure.ts';
import { similarity } from '../measures/vectors.ts';
import { needsOf } from '../systems/registry.ts';
import { makeTask } from '../systems/task.ts';
import { scoresOfVectors } from '../systems/transformer.ts';
import type { Scores, TokenMatrix } from '../systems/types.ts';
import { tokenise } from '../text/tokenise.ts';
import type { Activities } from './activities.svelte.ts';
import type { Comparison, OpenBenchmark } from './comparison.svelte.ts';
import { requestOf, wantedOf } from './encoderRuns.ts';
import { passingShelf, type Encoders } from './encoders.svelte.ts';
import { marksOfPieces } from './pairMarks.ts';
import { LabSystem } from './labSystem.svelte.ts';
import { beginningOf, isLong } from './labTokens.ts';
import { LabVectors } from './labVectors.ts';
import type { SystemEntry } from './systemEntry.svelte.ts';

/** Whether the word vectors are in the scoring worker, or a person has asked for them. */
export class LoadedVectors {
  here = $state(false);
}

export interface LabTools {
  scoring: WorkerClient<ScoringService>;
  activities: Activities;
  encoders: Encoders;
  comparison: Comparison;
  preference: () => BackendPreference;
  loadedVectors: LoadedVectors;
}

/**
 * Whether a system can score what is typed at once; nothing large is fetched unless a person asks for it. Scores of a
 * `file` are of its own pairs alone, and the user's own `code` runs over a whole benchmark.
 */
export type Readiness = 'ready' | 'no-benchmark' | 'needs-vectors' | 'needs-model' | 'file' | 'code';

type Pairs = readonly (readonly [string, string])[];

/** Scores of typed pairs by all systems, as fast as they come; what is known is not asked again. */
export class LabScores {
  private readonly tools: LabTools;
  private readonly part: () => string | null;
  private readonly vectors: LabVectors;
  private readonly systems = new WeakMap<SystemEntry, LabSystem>();
  private asked = 0;

  /** @param part the part that what is fitted is fitted on, as in a `ProbeRequest` */
  constructor(tools: LabTools, part: () => string | null) {
    this.tools = tools;
    this.part = part;
    this.vectors = new LabVectors(tools.encoders);
  }

  get vectorsHere(): boolean {
    return this.tools.loadedVectors.here;
  }

  systemOf(entry: SystemEntry): LabSystem {
    let system = this.systems.get(entry);
    if (!system) this.systems.set(entry, (system = new LabSystem(entry)));
    return system;
  }

  readinessOf({ spec }: SystemEntry): Readiness {
    const needs = needsOf(spec);
    if (needs === 'file' || needs === 'code') return needs;
    if (needs === 'encoder') return this.readyModels(spec) === '' ? 'needs-model' : 'ready';
    if (!this.tools.comparison.benchmark) return 'no-benchmark';
    const isOwn = String(spec.parameters.vectors).startsWith('file:');
    return needs === 'vectors' && !this.vectorsHere && !isOwn ? 'needs-vectors' : 'ready';
  }

  /** All that a score depends on but the sentences; null while the system can give none. */
  contextOf(entry: SystemEntry): string | null {
    if (this.readinessOf(entry) !== 'ready') return null;
    const { spec, id } = entry;
    if (spec.kind === 'transformer') return JSON.stringify([id, this.readyModels(spec)]);
    return JSON.stringify([id, this.tools.comparison.benchmark!.task.key, this.part()]);
  }

  /**
   * Asks systems for what is not known yet, group by group; an older call stops after the group it is at.
   * @param groups pairs, those that are looked at first
   */
  async refresh(entries: readonly SystemEntry[], groups: readonly Pairs[]): Promise<void> {
    const mine = ++this.asked;
    const isStale = (): boolean => mine !== this.asked;
    await Promise.all(entries.map((entry) => this.ask(this.systemOf(entry), groups, isStale)));
  }

  /** Nobody looks any more. */
  stop(): void {
    this.asked++;
  }

  private async ask(system: LabSystem, groups: readonly Pairs[], isStale: () => boolean): Promise<void> {
    const context = this.contextOf(system.entry);
    if (context === null) return;
    try {
      for (const group of groups) {
        const pairs = distinct(group).filter((pair) => !system.isKnown(context, pair));
        if (pairs.length === 0) continue;
        if (isStale()) return;
        const { values, reasons } = await this.score(system, pairs, isStale);
        system.take(context, pairs, values, reasons);
        system.problem = null;
      }
      if (!isStale()) await this.mark(system, groups[0]?.[0]);
    } catch (error) {
      if (!(error instanceof Cancelled)) system.problem = problemOf(error);
    } finally {
      system.doing = '';
    }
  }

  /** A score says nothing of what a system could not read, so it is said beside it. */
  private async mark(system: LabSystem, sentences: readonly [string, string] | undefined): Promise<void> {
    const { entry } = system;
    const needs = needsOf(entry.spec);
    if (!sentences) return;
    if (needs === 'encoder') {
      const pieces = await this.tools.encoders.pieces(requestOf(entry.spec), [...sentences]);
      if (pieces) system.leave(sentences, { marks: marksOfPieces(pieces), words: [] });
    } else if ((needs === 'vectors' || needs === 'contexts') && !sentences.some(isLong)) {
      const matrix = await this.matrix(entry, sentences);
      const words = matrix?.tokens.flat().filter(({ known }) => !known);
      if (words) system.leave(sentences, { marks: [], words: [...new Set(words.map(({ text }) => text))] });
    }
  }

  private async score(system: LabSystem, pairs: Pairs, isStale: () => boolean): Promise<Scores> {
    const { spec } = system.entry;
    if (spec.kind === 'transformer') {
      const sentences = [...new Set(pairs.flat())];
      const rows = await this.vectors.of(spec, sentences, this.readyModels(spec), isStale);
      if (!rows) throw otherOutput();
      const placeOf = new Map(sentences.map((sentence, place) => [sentence, place]));
      const indices = pairs.map(([a, b]) => [placeOf.get(a)!, placeOf.get(b)!] as const);
      return scoresOfVectors(rows.vectors, rows.dimension, sentences, indices, spec).scores;
    }
    const reply = await this.withTask(
      `Scoring by ${system.entry.label}`,
      (service, job, taskKey, onEvent) =>
        service.probe(job, taskKey, spec, { part: this.part(), pairs }, onEvent),
      (event) => {
        if (event.kind === 'progress') system.doing = event.what;
      },
    );
    system.fittedOn = reply.fittedOn;
    system.notes = reply.notes;
    return reply;
  }

  /** The tokens of the beginnings of two sentences, each with each, as a system sees them; null where it is not ready. */
  async matrix(entry: SystemEntry, sentences: readonly [string, string]): Promise<TokenMatrix | null> {
    if (this.contextOf(entry) === null) return null;
    const { spec } = entry;
    const pair: [string, string] = [beginningOf(sentences[0]), beginningOf(sentences[1])];
    if (spec.kind === 'transformer') return this.wordMatrix(entry, pair);
    return this.withTask(`Words of the pair, ${entry.label}`, (service, job, taskKey, onEvent) =>
      service.matrix(job, taskKey, spec, pair, this.part(), onEvent),
    );
  }

  /** Each word encoded on its own: what a transformer makes of a word inside its sentence is not one vector. */
  private async wordMatrix(
    { spec }: SystemEntry,
    pair: readonly [string, string],
  ): Promise<TokenMatrix | null> {
    const [first, second] = pair.map((sentence) =>
      tokenise(sentence, { tokeniser: 'unicode', lowerCase: false, punctuation: 'drop' }),
    );
    const words = [...first!, ...second!].map(({ text }) => text);
    if (words.length === 0) return { tokens: [[], []], similarity: new Float64Array() };
    const rows = await this.vectors.of(spec, words, this.readyModels(spec), () => false);
    if (!rows) throw otherOutput();
    const { vectors, dimension } = rows;
    const explained = words.map((_, w) => ({ known: !Number.isNaN(vectors[w * dimension]), weight: 1 }));
    const matrix = new Float64Array(first!.length * second!.length);
    for (let a = 0; a < first!.length; a++) {
      for (let b = 0; b < second!.length; b++) {
        matrix[a * second!.length + b] = similarity('cosine', vectors, dimension, a, first!.length + b);
      }
    }
    return {
      tokens: [
        first!.map((token, t) => ({ ...token, ...explained[t]! })),
        second!.map((token, t) => ({ ...token, ...explained[first!.length + t]! })),
      ],
      similarity: matrix,
    };
  }

  /** Loads what a system needs, which a person has asked for, and shows it while it lasts. @throws Failure, Cancelled */
  async load(entry: SystemEntry, sentences: readonly [string, string]): Promise<void> {
    const { activities, encoders, preference } = this.tools;
    const { spec } = entry;
    const system = this.systemOf(entry);
    system.problem = null;
    if (spec.kind !== 'transformer') {
      await activities.show('Loading the word vectors', ({ onEvent, signal }) =>
        this.withTask(
          'Loading the word vectors',
          (service, job, taskKey, told) =>
            service.probe(job, taskKey, spec, { part: this.part(), pairs: [sentences] }, told),
          onEvent,
          signal,
        ),
      );
      this.tools.loadedVectors.here = true;
      return;
    }
    const task = makeTask([
      {
        name: 'lab',
        contentHash: 'lab',
        // A blank sentence would load no model.
        pairs: [
          { id: 'lab', sentence1: 'one sentence', sentence2: 'another', gold: null, languages: ['en', 'en'] },
        ],
      },
    ]);
    await activities.show(`Loading ${String(spec.parameters.model)}`, (going) =>
      encoders.encode(wantedOf({ ...this.benchmark(), task }, spec, preference()), going, passingShelf),
    );
  }

  /** Calls the worker; it is given the open benchmark's sentences where it does not have them. */
  private async withTask<T>(
    title: string,
    use: (service: Remote<ScoringService>, job: number, taskKey: string, onEvent: OnEvent) => Promise<T>,
    onEvent: (event: JobEvent) => void = () => {},
    signal: AbortSignal = new AbortController().signal,
  ): Promise<T> {
    const { scoring } = this.tools;
    const { task } = this.benchmark();
    return callJob(
      title,
      scoring,
      (service, job, told) => onTask(service, task, () => use(service, job, task.key, told)),
      onEvent,
      signal,
    );
  }

  /** @throws Failure `no-benchmark` */
  private benchmark(): OpenBenchmark {
    const { benchmark } = this.tools.comparison;
    if (benchmark) return benchmark;
    throw new Failure(
      'no-benchmark',
      'No benchmark is open, and what a system is fitted on is its sentences.',
      'Choose one at the top.',
    );
  }

  /** The models in memory that a transformer can use, with their files; empty where there is none. */
  private readyModels(spec: SystemEntry['spec']): string {
    const { model, dtype } = requestOf(spec);
    return this.tools.encoders.loaded
      .filter(({ request }) => request.model === model && request.dtype === dtype)
      .map(({ key, facts }) => `${key}@${facts.revision}`)
      .sort()
      .join(' ');
  }
}

function distinct(pairs: Pairs): Pairs {
  return [...new Map(pairs.map((pair) => [JSON.stringify(pair), pair])).values()];
}

function problemOf(error: unknown): { what: string; nextStep: string } {
  if (error instanceof Failure) return { what: error.what, nextStep: error.nextStep };
  console.error(error);
  return { what: error instanceof Error ? error.message : String(error), nextStep: 'Try again.' };
}

function otherOutput(): Failure {
  return new Failure(
    'other-output',
    'The model in memory can’t be asked: it reads another output, or has not passed its test yet.',
    'Press Load.',
  );
}
