import { CATEGORIES } from '../../errors/types.ts';
import { parseSystem, systemId } from '../../systems/registry.ts';
import { canGoTogether } from './made.ts';
import { Fields, LessonRefused, type LessonFault } from './fields.ts';
import {
  CLOUD_SHAPES,
  PAIR_DETAILS,
  type Lesson,
  type LessonStep,
  type LessonWidget,
  type PairWidget,
} from './types.ts';

/** A lesson is text: one that is larger holds something else. */
export const MOST_LESSON_BYTES = 300_000;
const MOST_STEPS = 20;
const MOST_SYSTEMS = 6;
const MOST_TEXT = 3_000;
const MOST_SENTENCE = 500;

/** Fields of each kind of widget, besides `kind`. */
const WIDGETS = {
  pair: ['pair', 'sentences', 'systems', 'predict', 'edits', 'show'],
  scatter: ['systems', 'highlight'],
  triples: ['systems', 'category'],
  compare: ['systems'],
  cloud: ['correlation', 'pairs', 'shape'],
  draws: ['first', 'second', 'between', 'pairs'],
} as const satisfies Record<LessonWidget['kind'], readonly string[]>;
const KINDS = Object.keys(WIDGETS) as LessonWidget['kind'][];

/**
 * Reads a lesson's file.
 * @param file its name, for messages
 * @throws LessonRefused with every fault, each with its step and field
 */
export function readLesson(text: string, file: string): Lesson {
  if (text.length > MOST_LESSON_BYTES) {
    throw new LessonRefused(file, [
      {
        step: null,
        field: '',
        problem: `has ${text.length} characters; a lesson has at most ${MOST_LESSON_BYTES}`,
      },
    ]);
  }
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new LessonRefused(file, [
      { step: null, field: '', problem: `is no JSON: ${(error as Error).message.replace(/\.$/, '')}` },
    ]);
  }
  const faults: LessonFault[] = [];
  const fields = new Fields(value, ['id', 'title', 'summary', 'minutes', 'audience', 'steps'], faults);
  const lesson: Lesson = {
    id: fields.text('id', 60),
    title: fields.text('title', 120),
    summary: fields.text('summary', 400),
    minutes: fields.number('minutes', 1, 240, true),
    audience: fields.text('audience', 120),
    steps: fields.list('steps', 1, MOST_STEPS, (step, at) =>
      readStep(step, Number(/\d+/.exec(at)![0]) + 1, faults),
    ),
  };
  if (lesson.id !== '' && !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(lesson.id)) {
    fields.note('id', 'is not of lower-case letters, digits and hyphens');
  }
  if (faults.length > 0) throw new LessonRefused(file, faults);
  return lesson;
}

/** The names of the files in a folder of lessons, in their order. @throws LessonRefused */
export function readIndex(text: string, file: string): string[] {
  const faults: LessonFault[] = [];
  let value: unknown = null;
  try {
    value = JSON.parse(text);
  } catch (error) {
    faults.push({ step: null, field: '', problem: `is no JSON: ${(error as Error).message}` });
    throw new LessonRefused(file, faults);
  }
  const fields = new Fields(value, ['lessons'], faults);
  const names = fields.list('lessons', 1, 100, (name, at) => {
    if (typeof name === 'string' && /^[a-z0-9-]+\.json$/.test(name)) return name;
    fields.note(at, 'is no name of a file: lower-case letters, digits, hyphens and .json');
    return '';
  });
  if (faults.length > 0) throw new LessonRefused(file, faults);
  return names;
}

function readStep(value: unknown, step: number, faults: LessonFault[]): LessonStep {
  const fields = new Fields(value, ['title', 'text', 'widget', 'question', 'answer'], faults, step);
  const title = fields.text('title', 120);
  const text = fields.text('text', MOST_TEXT);
  let question: LessonStep['question'] = null;
  if (fields.has('question') || fields.has('answer')) {
    question = { asks: fields.text('question', 400), answer: fields.text('answer', MOST_TEXT) };
  }
  return { title, text, question, widget: readWidget(fields) };
}

function readWidget(step: Fields): LessonWidget {
  const before = step.faultCount;
  const kind = step.within('widget', null).choice('kind', KINDS);
  // Without its kind, nothing can be said of the other fields.
  if (step.faultCount > before) return { kind: 'compare', systems: [] };
  const fields = step.within('widget', ['kind', ...WIDGETS[kind]]);
  switch (kind) {
    case 'pair':
      return readPair(fields);
    case 'scatter':
      return { kind, systems: readSystems(fields, 1), highlight: readCategory(fields, 'highlight') };
    case 'triples':
      return { kind, systems: readSystems(fields, 1), category: readCategory(fields, 'category') };
    case 'compare':
      return { kind, systems: readSystems(fields, 2) };
    case 'cloud':
      return {
        kind,
        correlation: fields.number('correlation', -1, 1, false),
        pairs: fields.number('pairs', 10, 2_000, true),
        shape: fields.has('shape') ? fields.choice('shape', CLOUD_SHAPES) : 'straight',
      };
    case 'draws': {
      const [first, second, between] = (['first', 'second', 'between'] as const).map((name) =>
        fields.number(name, -0.99, 0.99, false),
      ) as [number, number, number];
      if (!canGoTogether({ first, second, between })) {
        fields.note(
          'between',
          `three columns can’t have the correlations ${first}, ${second} and ${between}`,
        );
      }
      if (second > first) fields.note('second', 'B is the better one; A has to be, or both alike');
      const pairs = fields.list('pairs', 1, 6, (size, at) => fields.number(at, 10, 5_000, true, size));
      return { kind, first, second, between, pairs };
    }
  }
}

function readPair(fields: Fields): PairWidget {
  if (fields.has('pair') === fields.has('sentences')) {
    fields.note('sentences', 'a pair has either "sentences" or "pair", the id of a pair of the contrast set');
  }
  const pair = fields.has('pair') ? fields.text('pair', 120) : null;
  if (pair !== null && pair !== '' && !/^contrast\/all\/[a-z-]+-\d+\/(paraphrase|contrast)$/.test(pair)) {
    fields.note('pair', `“${pair}” is no id of the contrast set, such as contrast/all/negation-01/contrast`);
  }
  return {
    kind: 'pair',
    source: pair === null ? { sentences: readSentences(fields) } : { pair },
    systems: readSystems(fields, 1),
    predict: fields.flag('predict'),
    edits: fields.list('edits', 0, 8, (edit, at) => {
      const inner = fields.item(edit, at, ['label', 'sentences']);
      return { label: inner.text('label', 60), sentences: readSentences(inner) };
    }),
    show: fields.list('show', 0, PAIR_DETAILS.length, (detail, at) =>
      fields.choice(at, PAIR_DETAILS, detail),
    ),
  };
}

function readSentences(fields: Fields): [string, string] {
  const [first = '', second = ''] = fields.list('sentences', 2, 2, (sentence, at) =>
    fields.text(at, MOST_SENTENCE, sentence),
  );
  return [first, second];
}

/** Full ids, whether the file names all parameters or only the kind. */
function readSystems(fields: Fields, fewest: number): string[] {
  const systems = fields.list('systems', fewest, MOST_SYSTEMS, (system, at) => {
    const id = fields.text(at, 300, system);
    if (id === '') return '';
    try {
      const spec = parseSystem(id);
      if (spec.kind !== 'scores' && spec.kind !== 'code') return systemId(spec);
      fields.note(at, `“${id}” is a system of one browser; others would not have it`);
    } catch (error) {
      fields.note(at, `“${id}” is no system: ${(error as Error).message.replace(/\.$/, '')}`);
    }
    return '';
  });
  if (new Set(systems).size < systems.length) fields.note('systems', 'names a system twice');
  return systems;
}

function readCategory(fields: Fields, name: string): string | null {
  return fields.has(name)
    ? fields.choice(
        name,
        CATEGORIES.map(({ id }) => id),
      )
    : null;
}
