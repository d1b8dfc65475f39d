import { describe, expect, it } from 'vitest';
import { onTask } from '../../../../src/compute/clients/scoring.ts';
import { Failure } from '../../../../src/failure.ts';
import { failureOf, taskOf } from '../../support.ts';

const TASK = taskOf({ test: [['One.', 'Two.']] });

/** A worker that counts what it is given. */
function worker(): { opened: string[]; openTask: (task: { key: string }) => Promise<void> } {
  const opened: string[] = [];
  return { opened, openTask: async ({ key }) => void opened.push(key) };
}

describe('work on a task', () => {
  it('gives the worker the sentences where it does not hold them, and then does the work', async () => {
    const { opened, openTask } = worker();
    const work = async (): Promise<string> => {
      if (opened.length === 0) throw new Failure('no-task', 'Nothing here.', 'Choose one.');
      return 'done';
    };
    expect(await onTask({ openTask }, TASK, work)).toBe('done');
    expect(opened).toEqual([TASK.key]);
  });

  it('gives them only once: a worker that holds them is not sent a copy', async () => {
    const { opened, openTask } = worker();
    expect(await onTask({ openTask }, TASK, async () => 'done')).toBe('done');
    expect(opened).toEqual([]);
  });

  it('passes on what else fails, and does not try again', async () => {
    const { opened, openTask } = worker();
    let tries = 0;
    const failure = await failureOf(() =>
      onTask({ openTask }, TASK, async () => {
        tries++;
        throw new Failure('backend-failed', 'It broke.', 'Run it again.');
      }),
    );
    expect([failure.code, tries, opened]).toEqual(['backend-failed', 1, []]);
  });

  it('does not try for ever where the worker loses them each time', async () => {
    const { opened, openTask } = worker();
    const failure = await failureOf(() =>
      onTask({ openTask }, TASK, async () => {
        throw new Failure('no-task', 'Nothing here.', 'Choose one.');
      }),
    );
    expect([failure.code, opened]).toEqual(['no-task', [TASK.key]]);
  });
});
