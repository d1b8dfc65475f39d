import { Failure } from '../../failure.ts';
import { Comparison, type Tools } from '../comparison.svelte.ts';
import { LabScores, type LabTools } from '../labScores.svelte.ts';
import { Predictions } from '../predictions.svelte.ts';
import type { SystemEntry } from '../systemEntry.svelte.ts';
import { LessonBench } from './bench.svelte.ts';
import { LessonRefused } from './fields.ts';
import { MOST_LESSON_BYTES, readIndex, readLesson } from './read.ts';
import type { Lesson, LessonStep, PairWidget } from './types.ts';

export type LessonTools = Tools & Omit<LabTools, 'comparison'> & { siteUrl: string };

/** Each lesson a setting of its own. */
const OWN = 'lesson:';
/** A larger file stays for as long as the page is open. */
const MOST_KEPT_CHARACTERS = 100_000;
const TIMEOUT_MS = 20_000;

/** A lesson from a file of the person's own. */
export interface OwnLesson {
  lesson: Lesson;
  /** Whether it is still here after a reload. */
  isKept: boolean;
}

/**
 * Lessons, and the step that is looked at. They have a comparison of their own, on the contrast set: what a lesson
 * says of a number holds whatever benchmark is open elsewhere, and nothing that is done in a lesson changes that.
 */
export class Lessons {
  readonly comparison: Comparison;
  readonly scores: LabScores;
  readonly predictions = new Predictions();
  /** Those that ship with the page, in their order; null until they are read. */
  shipped = $state.raw<readonly Lesson[] | null>(null);
  own = $state.raw<readonly OwnLesson[]>([]);
  /** Id of the lesson that is open; null where the list is. */
  lessonId = $state<string | null>(null);
  /** 1 for the first step. */
  wantedStep = $state(1);
  readonly all = $derived.by(() => [...this.own.map(({ lesson }) => lesson), ...(this.shipped ?? [])]);
  readonly lesson = $derived.by(() => this.all.find(({ id }) => id === this.lessonId) ?? null);
  /** 1 for the first step; a link may ask for one that there is not. */
  readonly step = $derived.by(() =>
    Math.min(Math.max(1, this.wantedStep), this.lesson?.steps.length ?? Infinity),
  );
  readonly current = $derived.by((): LessonStep | null => this.lesson?.steps[this.step - 1] ?? null);
  private readonly tools: LessonTools;
  private entered: Promise<void> | null = null;

  constructor(tools: LessonTools) {
    this.tools = tools;
    this.comparison = new Comparison(tools);
    this.scores = new LabScores({ ...tools, comparison: this.comparison }, () => null);
  }

  /** Reads the lessons and opens the contrast set, once; again where that failed. @throws Failure */
  async enter(): Promise<void> {
    this.entered ??= Promise.all([this.read(), this.openContrast()]).then(() => {});
    try {
      await this.entered;
    } catch (error) {
      this.entered = null;
      throw error;
    }
  }

  open(id: string): void {
    this.follow(id, 1);
  }

  /** Goes where a link points. @param step as the link has it; the lessons need not be read yet */
  follow(id: string | null, step: number | null): void {
    this.lessonId = id;
    this.wantedStep = step ?? 1;
  }

  close(): void {
    this.follow(null, 1);
  }

  /** @param by 1 for the next step, -1 for the one before; there is none beyond the last and the first */
  move(by: 1 | -1): void {
    const to = this.step + by;
    if (this.lesson && to >= 1 && to <= this.lesson.steps.length) this.wantedStep = to;
  }

  /** The systems that a widget names; each keeps its colour from step to step. */
  entriesOf(systems: readonly string[]): SystemEntry[] {
    return systems.flatMap((id) => this.comparison.systems.find((entry) => entry.id === id) ?? []);
  }

  benchOf(widget: PairWidget): LessonBench {
    return new LessonBench(widget, this.entriesOf(widget.systems), this);
  }

  /** Reads a lesson from a file of the person's own and opens it. @throws LessonRefused */
  async add(file: File): Promise<void> {
    if (file.size > 2 * MOST_LESSON_BYTES) {
      throw new LessonRefused(file.name, [{ step: null, field: '', problem: 'is far larger than a lesson' }]);
    }
    const text = await file.text();
    const lesson = readLesson(text, file.name);
    if (this.shipped?.some(({ id }) => id === lesson.id)) {
      throw new LessonRefused(file.name, [
        { step: null, field: 'id', problem: `“${lesson.id}” is a lesson of the page; give yours another id` },
      ]);
    }
    const isKept = text.length <= MOST_KEPT_CHARACTERS && (await this.keep(lesson.id, text));
    this.addSystemsOf(lesson);
    this.own = [...this.own.filter((other) => other.lesson.id !== lesson.id), { lesson, isKept }];
    this.open(lesson.id);
  }

  async forget(id: string): Promise<void> {
    this.own = this.own.filter(({ lesson }) => lesson.id !== id);
    if (this.lessonId === id) this.close();
    await this.tools.store.putSetting(OWN + id, null);
  }

  /** A browser that keeps nothing shows the lesson all the same. */
  private async keep(id: string, text: string): Promise<boolean> {
    try {
      await this.tools.store.putSetting(OWN + id, text);
      return this.tools.store.status().kind === 'persistent';
    } catch {
      return false;
    }
  }

  private addSystemsOf({ steps }: Lesson): void {
    for (const { widget } of steps) {
      for (const id of 'systems' in widget ? widget.systems : []) {
        if (!this.comparison.systems.some((entry) => entry.id === id)) this.comparison.addSystemById(id);
      }
    }
  }

  private async openContrast(): Promise<void> {
    if (this.comparison.benchmark === null) await this.comparison.open('contrast', ['all']);
  }

  private async read(): Promise<void> {
    const names = readIndex(await this.fetch('index.json'), 'lessons/index.json');
    const shipped = await Promise.all(
      names.map(async (name) => readLesson(await this.fetch(name), `lessons/${name}`)),
    );
    const kept: OwnLesson[] = [];
    for (const [key, text] of await this.tools.store.listSettings(OWN)) {
      if (typeof text !== 'string') continue;
      try {
        kept.push({ lesson: readLesson(text, key.slice(OWN.length)), isKept: true });
      } catch (error) {
        // An older page may have taken what this one does not.
        this.tools.onProblem(error);
      }
    }
    for (const lesson of [...shipped, ...kept.map((own) => own.lesson)]) this.addSystemsOf(lesson);
    const added = this.own.filter(({ lesson }) => !kept.some((other) => other.lesson.id === lesson.id));
    this.own = [...kept, ...added].sort((a, b) => (a.lesson.title < b.lesson.title ? -1 : 1));
    this.shipped = shipped;
  }

  private async fetch(name: string): Promise<string> {
    const url = `${this.tools.siteUrl}lessons/${name}`;
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
      if (response.ok) return await response.text();
    } catch {
      // Said below: whatever the reason, the file is not there.
    }
    throw new Failure(
      'no-lessons',
      `The lessons could not be read: ${url} did not answer.`,
      'Try again when there is a network.',
    );
  }
}
