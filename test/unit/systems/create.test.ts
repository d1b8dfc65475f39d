import { describe, expect, it } from 'vitest';
import { createSystem } from '../../../src/systems/create.ts';
import { lexicalSpec, parseSystem, type LexicalSpec } from '../../../src/systems/registry.ts';
import { failureOf, stateOf, taskOf } from '../support.ts';

describe('which systems can be made here', () => {
  const task = taskOf({ test: [['a bird', 'the bird']] });

  it('a transformer can not: there are no words to score', async () => {
    const spec = parseSystem('transformer:use-lite(dtype=q8)') as LexicalSpec;
    const failure = await failureOf(() => createSystem(spec, stateOf(task)));
    expect(failure.code).toBe('not-lexical');
    expect(failure.message).toContain('transformer:use-lite(dtype=q8)');
  });

  it('missing as 0 with a distance can not: it would be the score of equal sentences', async () => {
    const spec = lexicalSpec(parseSystem('glove-sum(measure=euclidean)'));
    spec.parameters.missing = 'zero';
    const failure = await failureOf(() => createSystem(spec, stateOf(task)));
    expect(failure.code).toBe('bad-parameter');
    expect(failure.message).toContain('0 is the score of equal sentences under this measure');
  });
});
