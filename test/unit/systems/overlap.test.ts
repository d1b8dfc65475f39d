import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSystem } from '../../../src/systems/create.ts';
import { lexicalSpec, parseSystem, type LexicalSpec } from '../../../src/systems/registry.ts';
import { MISSING_REASONS, type TaskSentences } from '../../../src/systems/types.ts';
import { noReport, stateOf, taskOf } from '../support.ts';

const lexical = (id: string): LexicalSpec => lexicalSpec(parseSystem(id));

const scoresOf = async (task: TaskSentences, system = 'overlap-cosine') =>
  (await createSystem(lexical(system), stateOf(task)).score(noReport)).scores;

describe('overlap-cosine', () => {
  it('is shared / sqrt(sizeA sizeB) over distinct tokens, marks included', async () => {
    const task = taskOf({
      test: [
        ['The cat sat.', 'the CAT ran .'],
        ['red red red', 'red blue'],
        ['one two', 'three four'],
        ['Same words here', 'here same words'],
      ],
    });
    const { values } = await scoresOf(task);
    expect(values[0]).toBeCloseTo(3 / 4, 15);
    expect(values[1]).toBeCloseTo(1 / Math.SQRT2, 15);
    expect(values[2]).toBe(0);
    expect(values[3]).toBe(1);
  });

  it('follows its options', async () => {
    const task = taskOf({ test: [['The cat .', 'the dog .']] });
    const value = async (system: string) => (await scoresOf(task, system)).values[0];
    expect(await value('overlap-cosine')).toBeCloseTo(2 / 3, 15);
    expect(await value('overlap-cosine(punctuation=drop)')).toBeCloseTo(1 / 2, 15);
    expect(await value('overlap-cosine(lower=false)')).toBeCloseTo(1 / 3, 15);
  });

  it('case 10: an empty or blank text has no score, and the reason', async () => {
    const { values, reasons } = await scoresOf(
      taskOf({
        test: [
          ['', 'A gull is nesting.'],
          ['A pot', ' \t '],
          ['', ''],
          ['\u200b', 'a pot', 2],
          ['a', 'a'],
        ],
      }),
      'overlap-cosine(punctuation=drop)',
    );
    expect([...values]).toEqual([NaN, NaN, NaN, NaN, 1]);
    expect([...reasons].map((reason) => MISSING_REASONS[reason])).toEqual([
      'empty text',
      'empty text',
      'empty text',
      'no known word',
      'scored',
    ]);
  });

  it('equals the definition with sets, for any sentences', async () => {
    const sentence = fc
      .array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 6 })
      .map((words) => words.join(' '));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(sentence, sentence), { minLength: 1, maxLength: 8 }),
        async (rows) => {
          const { values } = await scoresOf(taskOf({ test: rows }));
          rows.forEach(([a, b], pair) => {
            const [first, second] = [a, b].map((text) => new Set(text.split(' ').filter(Boolean)));
            const shared = [...first!].filter((word) => second!.has(word)).length;
            if (first!.size * second!.size === 0) expect(values[pair]).toBeNaN();
            else expect(values[pair]).toBeCloseTo(shared / Math.sqrt(first!.size * second!.size), 14);
          });
        },
      ),
    );
  });

  it('explains which tokens the other sentence has, with their places', async () => {
    const task = taskOf({ test: [['The cat sat.', 'A cat ran!']] });
    const [first, second] = await createSystem(lexical('overlap-cosine'), stateOf(task)).explain(0);
    expect(first.map(({ text, known }) => [text, known])).toEqual([
      ['the', false],
      ['cat', true],
      ['sat', false],
      ['.', false],
    ]);
    expect(second[1]).toEqual({ text: 'cat', start: 2, end: 5, known: true, weight: 1 });
  });

  it('says that nothing was fitted', async () => {
    const system = createSystem(lexical('overlap-cosine'), stateOf(taskOf({ test: [['a b', 'a']] })));
    const result = await system.score(noReport);
    expect(result).toMatchObject({ fittedOn: 'nothing', notes: [], tokens: 3, unknownTokens: 0 });
    expect(result.tokenCounts).toEqual({
      tokens: Int32Array.of(2, 1),
      unknown: Int32Array.of(0, 0),
      limit: null,
    });
    expect(system.id).toBe('overlap-cosine(tokeniser=words,punctuation=keep,lower=true,missing=skip)');
  });
});
