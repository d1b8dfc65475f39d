import { describe, expect, it } from 'vitest';
import { taskOf } from '../support.ts';

describe('makeTask', () => {
  const task = taskOf({
    dev: [
      ['a', 'b'],
      ['b', 'a', null],
    ],
    test: [['a ', 'a', 0]],
  });

  it('holds each text once, exactly as published', () => {
    expect(task.sentences).toEqual(['a', 'b', 'a ']);
    expect([...task.first]).toEqual([0, 1, 2]);
    expect([...task.second]).toEqual([1, 0, 0]);
  });

  it('knows parts, and takes a gold score of 0 for a rating', () => {
    expect([...task.part]).toEqual([0, 0, 1]);
    expect(task.parts).toEqual(['dev', 'test']);
    expect([...task.rated]).toEqual([1, 0, 1]);
  });

  it('has another key for other parts, other contents and another order', () => {
    const keys = [
      taskOf({ dev: [['a', 'b']] }),
      taskOf({ test: [['a', 'b']] }),
      taskOf({ dev: [['a', 'c']] }),
      taskOf({ dev: [['a', 'b']], test: [['a', 'c']] }),
      taskOf({ test: [['a', 'c']], dev: [['a', 'b']] }),
    ].map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
