import { describe, expect, it } from 'vitest';
import { Latest, STALE } from '../../../src/app/latest.ts';
import { held } from '../support.ts';

describe('Latest', () => {
  it('gives the answer where nothing newer was asked', async () => {
    const latest = new Latest();
    expect(await latest.ask(async () => 1)).toBe(1);
    expect(await latest.ask(async () => 2)).toBe(2);
  });

  it('case 32: drops an answer that comes after a newer question, in whatever order they come', async () => {
    const latest = new Latest();
    const questions = [held<string>(), held<string>(), held<string>()];
    const answers = questions.map((question) => latest.ask(() => question.promise));
    questions[2]!.resolve('newest');
    questions[0]!.resolve('oldest');
    questions[1]!.resolve('older');
    expect(await Promise.all(answers)).toEqual([STALE, STALE, 'newest']);
  });

  it('drops an answer that was there first, when a newer question is on its way', async () => {
    const latest = new Latest();
    const question = held<string>();
    const first = latest.ask(async () => 'early');
    const second = latest.ask(() => question.promise);
    expect(await first).toBe(STALE);
    question.resolve('late');
    expect(await second).toBe('late');
  });

  it('drops errors of stale questions with them, and throws those of the newest', async () => {
    const latest = new Latest();
    const old = held<string>();
    const fresh = held<string>();
    const stale = latest.ask(() => old.promise);
    const newest = latest.ask(() => fresh.promise);
    old.reject(new Error('stale error'));
    expect(await stale).toBe(STALE);
    fresh.reject(new Error('real error'));
    await expect(newest).rejects.toThrow('real error');
  });

  it('a question that throws at once is an answer like others', async () => {
    const latest = new Latest();
    const question = (): Promise<number> => {
      throw new Error('at once');
    };
    await expect(latest.ask(question)).rejects.toThrow('at once');
  });

  it('drop() makes what is on its way stale, and nothing after', async () => {
    const latest = new Latest();
    const question = held<string>();
    const answer = latest.ask(() => question.promise);
    latest.drop();
    question.resolve('too late');
    expect(await answer).toBe(STALE);
    expect(await latest.ask(async () => 'new')).toBe('new');
  });

  it('two of them do not know each other', async () => {
    const question = held<string>();
    const answer = new Latest().ask(() => question.promise);
    await new Latest().ask(async () => 'other');
    question.resolve('mine');
    expect(await answer).toBe('mine');
  });
});
