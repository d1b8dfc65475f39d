import { createSystem, type SystemFit } from './create.ts';
import { contextsOf } from './contexts/ofTask.ts';
import { plainSummer } from './encoders/plainSummer.ts';
import { rememberingVectors } from './encoders/rememberedRows.ts';
import type { WordRows, WordVectors } from './encoders/types.ts';
import { tokeniserOptions } from './parameters.ts';
import { encoderId, needsOf, type LexicalSpec } from './registry.ts';
import { makeTask } from './task.ts';
import { remember, TaskState, type Resources } from './taskState.ts';
import { idsOf } from './tokenIndex.ts';
import type {
  ProbeRequest,
  ProbeScores,
  Progress,
  SimilaritySystem,
  TaskSentences,
  TokenMatrix,
} from './types.ts';
import { fitOnPart } from './wordFit.ts';

/**
 * Scores pairs that stand in no benchmark as a run would if they stood, unrated, in a part of the task: a pair of the
 * part gets the run's own score. Fits on the first call, and keeps the fit with the task. The signal stops no loading,
 * which others may be waiting for.
 * @throws Failure `no-such-part`, those of `createSystem`, and those of loading; Cancelled
 */
export async function probePairs(
  spec: LexicalSpec,
  state: TaskState,
  { part, pairs }: ProbeRequest,
  report: Progress,
  signal?: AbortSignal,
): Promise<ProbeScores> {
  const system = await probingSystem(spec, state, part, pairs, report);
  const { scores, fittedOn, notes } = await system.score(report, signal);
  return { ...scores, fittedOn, notes };
}

/** The tokens of a pair that stands in no benchmark, compared one by one. @throws as `probePairs` */
export async function probeMatrix(
  spec: LexicalSpec,
  state: TaskState,
  pair: readonly [string, string],
  part: string | null,
  report: Progress,
  signal?: AbortSignal,
): Promise<TokenMatrix> {
  const system = await probingSystem(spec, state, part, [pair], report);
  return system.matrix(0, report, signal);
}

async function probingSystem(
  spec: LexicalSpec,
  state: TaskState,
  part: string | null,
  pairs: ProbeRequest['pairs'],
  report: Progress,
): Promise<SimilaritySystem> {
  const fit = await fitFor(spec, state, part, report);
  const task = probeTask(pairs, languageOf(state.task, part));
  return createSystem(spec, new TaskState(task, probeResources(spec, state)), fit);
}

async function fitFor(
  spec: LexicalSpec,
  state: TaskState,
  part: string | null,
  report: Progress,
): Promise<SystemFit> {
  if (spec.kind === 'overlap-cosine') return {};
  if (spec.kind === 'aligned') {
    return needsOf(spec) === 'contexts' ? { contexts: await contextsOf(spec, state, report) } : {};
  }
  const fittedPart = spec.parameters.fit === 'part' ? part : null;
  const key = JSON.stringify([encoderId(spec), fittedPart]);
  return { words: await remember(state.probeFits, key, () => fitOnPart(spec, state, fittedPart, report)) };
}

/** The language of a sentence: its own where the task has it, else that of the first pair of the part. */
function languageOf(task: TaskSentences, part: string | null): (sentence: string) => string {
  const { languages } = task;
  if (!languages) return () => 'und';
  const pair = part === null ? 0 : task.part.indexOf(task.parts.indexOf(part));
  const common = pair < 0 ? 'und' : (languages[task.first[pair]!] ?? 'und');
  let known = languageBySentence.get(task);
  if (!known) {
    known = new Map(task.sentences.map((sentence, s) => [sentence, languages[s]!]));
    languageBySentence.set(task, known);
  }
  const own = known;
  return (sentence) => own.get(sentence) ?? common;
}

const languageBySentence = new WeakMap<TaskSentences, ReadonlyMap<string, string>>();

function probeTask(pairs: ProbeRequest['pairs'], language: (sentence: string) => string): TaskSentences {
  return makeTask([
    {
      name: 'probe',
      contentHash: '',
      pairs: pairs.map(([sentence1, sentence2], row) => ({
        id: `probe/${row}`,
        sentence1,
        sentence2,
        gold: null,
        languages: [language(sentence1), language(sentence2)],
      })),
    },
  ]);
}

/** Sums in plain JavaScript: for a few sentences no backend is faster, and a run may be using it. */
function probeResources(spec: LexicalSpec, state: TaskState): Resources {
  return {
    summer: async () => plainSummer,
    vectors: async (id, report) => rowsOfTaskFirst(await state.resources.vectors(id, report), spec, state),
    frequencies: (id) => state.resources.frequencies(id),
    tagger: () => state.resources.tagger(),
    text: (id) => state.resources.text(id),
  };
}

/** What was looked up for any probe, kept for as long as the vectors are. */
const remembered = new WeakMap<WordVectors, WordVectors>();

/** Takes the rows of the task's words from where a run or a fit has them already. */
function rowsOfTaskFirst(vectors: WordVectors, spec: LexicalSpec, state: TaskState): WordVectors {
  let remembering = remembered.get(vectors);
  if (!remembering) remembered.set(vectors, (remembering = rememberingVectors(vectors)));
  const others = remembering;
  return {
    ...vectors,
    async rowsFor(vocabulary, report, signal): Promise<WordRows> {
      const made = await state.wordsIfMade(tokeniserOptions(spec.parameters), vectors);
      if (!made) return others.rowsFor(vocabulary, report, signal);
      const { dimension } = vectors;
      const ids = idsOf(made.index);
      const rows = new Float32Array(vocabulary.length * dimension);
      const known = new Uint8Array(vocabulary.length);
      const take = (from: WordRows, id: number, to: number): void => {
        rows.set(from.rows.subarray(id * dimension, (id + 1) * dimension), to * dimension);
        known[to] = from.known[id]!;
      };
      const fresh: number[] = [];
      vocabulary.forEach((word, at) => {
        const id = ids.get(word);
        if (id === undefined) fresh.push(at);
        else take(made.words, id, at);
      });
      const notes = new Set(made.words.notes);
      if (fresh.length > 0) {
        const found = await others.rowsFor(
          fresh.map((at) => vocabulary[at]!),
          report,
          signal,
        );
        fresh.forEach((at, id) => take(found, id, at));
        for (const note of found.notes ?? []) notes.add(note);
      }
      return { dimension, rows, known, notes: [...notes] };
    },
  };
}
