import { expose, wrap, transferHandlers } from 'comlink';
import { afterEach, describe, expect, it } from 'vitest';
import { fromWire, keepErrorKinds, toWire } from '../../../src/compute/errors.ts';
import { Cancelled, Failure } from '../../../src/failure.ts';

const across = (error: unknown): Error => fromWire(structuredClone(toWire(error)));

describe('errors across the boundary', () => {
  it('a Failure stays one, with its code, parts and causes', () => {
    const root = new DOMException('The connection broke.', 'NetworkError');
    const failure = new Failure('download-failed', 'x could not be fetched.', 'Try again.', {
      cause: new TypeError('fetch failed', { cause: root }),
    });
    const found = across(failure) as Failure;
    expect(found).toBeInstanceOf(Failure);
    expect(found).toMatchObject({
      name: 'Failure',
      code: 'download-failed',
      what: 'x could not be fetched.',
      nextStep: 'Try again.',
      message: 'x could not be fetched. Try again.',
      stack: failure.stack,
    });
    expect(found.cause).toMatchObject({ name: 'TypeError', message: 'fetch failed' });
    expect((found.cause as Error).cause).toMatchObject({
      name: 'NetworkError',
      message: 'The connection broke.',
    });
  });

  it('Cancelled stays Cancelled, with its words', () => {
    const found = across(new Cancelled('The import'));
    expect(found).toBeInstanceOf(Cancelled);
    expect(found.message).toBe('The import was cancelled.');
  });

  it('any other error keeps name, message and stack', () => {
    const error = new RangeError('too long');
    const found = across(error);
    expect(found).toMatchObject({ name: 'RangeError', message: 'too long', stack: error.stack });
    expect(found).not.toBeInstanceOf(Failure);
    expect('cause' in found).toBe(false);
  });

  it.each([
    ['a text', 'a text'],
    [7, '7'],
    [undefined, 'undefined'],
    [null, 'null'],
  ])('%s thrown becomes an Error', (thrown, message) => {
    expect(across(thrown)).toMatchObject({ name: 'Error', message });
  });

  it('a cause that is no error arrives as one', () => {
    expect(across(new Error('outer', { cause: 'inner' })).cause).toMatchObject({ message: 'inner' });
  });
});

describe('keepErrorKinds', () => {
  const comlinks = transferHandlers.get('throw')!;
  afterEach(() => void transferHandlers.set('throw', comlinks));

  it('makes comlink throw what was thrown', async () => {
    keepErrorKinds();
    const { port1, port2 } = new MessageChannel();
    const service = {
      fail: async () => {
        throw new Failure('no-task', 'Nothing is here.', 'Choose a benchmark.', { cause: new Error('deep') });
      },
      cancel: async () => {
        throw new Cancelled('Scoring');
      },
      answer: async () => 42,
    };
    expose(service, port1 as unknown as Parameters<typeof expose>[1]);
    const remote = wrap<typeof service>(port2 as unknown as Parameters<typeof wrap>[0]);
    const failure: unknown = await (remote.fail() as Promise<unknown>).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Failure);
    expect(failure).toMatchObject({ code: 'no-task', cause: { message: 'deep' } });
    await expect(remote.cancel()).rejects.toBeInstanceOf(Cancelled);
    expect(await remote.answer()).toBe(42);
    port1.close();
    port2.close();
  });
});
