import { describe, expect, it } from 'vitest';
import { describeFault, LessonRefused } from '../../../../src/app/lessons/fields.ts';
import { readIndex, readLesson } from '../../../../src/app/lessons/read.ts';

type Json = Record<string, unknown>;

const PAIR = { kind: 'pair', sentences: ['A kettle boils.', 'Water boils.'], systems: ['sif'] };
const step = (change: Json = {}): Json => ({ title: 'Look', text: 'Look at it.', widget: PAIR, ...change });
const lesson = (change: Json = {}): Json => ({
  id: 'kettles',
  title: 'Kettles',
  summary: 'Of kettles.',
  minutes: 5,
  audience: 'anyone',
  steps: [step(), step()],
  ...change,
});

function faultsOf(value: unknown, file = 'mine.json'): string[] {
  try {
    readLesson(typeof value === 'string' ? value : JSON.stringify(value), file);
    return [];
  } catch (error) {
    if (!(error instanceof LessonRefused)) throw error;
    return error.faults.map((fault) => describeFault(file, fault));
  }
}
/** Faults of a lesson whose second step has this widget. */
const widgetFaults = (widget: unknown): string[] => faultsOf(lesson({ steps: [step(), step({ widget })] }));

describe('a lesson’s file', () => {
  it('is read: systems by their full ids, paragraphs joined, what is left out filled in', () => {
    const read = readLesson(
      JSON.stringify(lesson({ steps: [step({ text: ['One.', 'Two.'], question: 'Why?', answer: 'So.' })] })),
      'mine.json',
    );
    expect(read.steps[0]).toMatchObject({
      text: 'One.\n\nTwo.',
      question: { asks: 'Why?', answer: 'So.' },
      widget: { kind: 'pair', predict: false, edits: [], show: [] },
    });
    const { widget } = read.steps[0]!;
    expect(widget.kind === 'pair' && widget.systems[0]).toMatch(/^sif\(a=1e-3,/);
  });

  it('may begin with a byte order mark', () => {
    expect(faultsOf(`\uFEFF${JSON.stringify(lesson())}`)).toEqual([]);
  });

  it.each([
    ['mine.json: is no JSON', '{ "id": '],
    ['mine.json: is no object', []],
    ['mine.json: has 300001 characters', ' '.repeat(300_001)],
    ['mine.json, id: is missing', lesson({ id: undefined })],
    ['mine.json, id: is not of lower-case letters', lesson({ id: 'My Kettles' })],
    ['mine.json, title: is no text', lesson({ title: 5 })],
    ['mine.json, title: has 121 characters; at most 120', lesson({ title: 'x'.repeat(121) })],
    ['mine.json, summary: is empty', lesson({ summary: '  ' })],
    ['mine.json, minutes: is no whole number from 1 to 240', lesson({ minutes: 2.5 })],
    ['mine.json, steps: is missing', lesson({ steps: undefined })],
    ['mine.json, steps: is no list', lesson({ steps: step() })],
    ['mine.json, steps: has 0 items, and not 1 to 20', lesson({ steps: [] })],
    ['mine.json, author: there is no such field', lesson({ author: 'me' })],
    ['mine.json, step 2: is no object', lesson({ steps: [step(), 'look'] })],
    ['mine.json, step 2, text: is missing', lesson({ steps: [step(), step({ text: undefined })] })],
    ['mine.json, step 2, answer: is missing', lesson({ steps: [step(), step({ question: 'Why?' })] })],
    ['mine.json, step 2, widgets: there is no such field', lesson({ steps: [step(), step({ widgets: 1 })] })],
  ])('%s …', (message, value) => {
    const faults = faultsOf(value);
    expect(faults.filter((fault) => fault.startsWith(message))).toHaveLength(1);
  });

  it.each([
    ['widget: is no object', null],
    ['widget.kind: is none of pair, scatter', { kind: 'par' }],
    ['widget.highlight: there is no such field', { ...PAIR, highlight: 'negation' }],
    ['widget.sentences: has 1 items, and not 2', { ...PAIR, sentences: ['One.'] }],
    ['widget.sentences[1]: is no text', { ...PAIR, sentences: ['One.', 2] }],
    ['widget.sentences: a pair has either', { ...PAIR, pair: 'contrast/all/negation-01/contrast' }],
    ['widget.pair: “negation-01” is no id', { ...PAIR, sentences: undefined, pair: 'negation-01' }],
    ['widget.systems[1]: “sfi” is no system', { ...PAIR, systems: ['sif', 'sfi'] }],
    ['widget.systems[0]: “sif(b=1)” is no system', { ...PAIR, systems: ['sif(b=1)'] }],
    ['widget.systems[0]: “code:mine” is', { ...PAIR, systems: ['code:mine'] }],
    ['widget.systems: names a system twice', { ...PAIR, systems: ['sif', 'sif'] }],
    ['widget.predict: is neither true nor false', { ...PAIR, predict: 'yes' }],
    ['widget.show[0]: is none of words, tokens', { ...PAIR, show: ['word'] }],
    ['widget.edits[0].label: is missing', { ...PAIR, edits: [{ sentences: ['One.', 'Two.'] }] }],
    ['widget.edits[0].sentences[0]: is empty', { ...PAIR, edits: [{ label: 'x', sentences: ['', 'Two.'] }] }],
    ['widget.highlight: is none of negation, ', { kind: 'scatter', systems: ['sif'], highlight: 'irony' }],
    ['widget.category: is none of negation, ', { kind: 'triples', systems: ['sif'], category: 'irony' }],
    ['widget.systems: has 1 items, and not 2 to 6', { kind: 'compare', systems: ['sif'] }],
    ['widget.correlation: is no number from -1 to 1', { kind: 'cloud', correlation: 2, pairs: 20 }],
    ['widget.pairs: is no whole number', { kind: 'cloud', correlation: 0, pairs: 9 }],
    ['widget.shape: is none of', { kind: 'cloud', correlation: 0, pairs: 20, shape: 'round' }],
    ['widget.between: three columns', { kind: 'draws', first: 0.9, second: 0.9, between: 0, pairs: [20] }],
    ['widget.second: B is', { kind: 'draws', first: 0.5, second: 0.6, between: 0.5, pairs: [20] }],
    [
      'widget.pairs[1]: is no whole',
      { kind: 'draws', first: 0.6, second: 0.5, between: 0.5, pairs: [20, 2] },
    ],
  ])('step 2, %s …', (message, widget) => {
    const faults = widgetFaults(widget);
    expect(faults.filter((fault) => fault.startsWith(`mine.json, step 2, ${message}`))).toHaveLength(1);
  });

  it('is refused with all its faults at once', () => {
    const faults = faultsOf(
      lesson({ title: '', steps: [step({ title: 1 }), step({ widget: { kind: 'x' } })] }),
    );
    expect(faults).toHaveLength(3);
    expect(faults.every((fault) => fault.startsWith('mine.json, '))).toBe(true);
  });
});

describe('the list of lessons', () => {
  it('names files of its own folder only', () => {
    expect(readIndex('{"lessons":["a-b.json"]}', 'index.json')).toEqual(['a-b.json']);
    for (const name of ['../a.json', 'a/b.json', 'https://a.json', 'a.js', 3]) {
      expect(() => readIndex(JSON.stringify({ lessons: [name] }), 'index.json')).toThrow(LessonRefused);
    }
    expect(() => readIndex('<!doctype html>', 'index.json')).toThrow(/index\.json: is no JSON/);
  });
});
