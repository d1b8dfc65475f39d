import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { download, type Fetch } from '../../../../src/compute/models/download.ts';
import { Cancelled } from '../../../../src/failure.ts';
import { failureOf, fakeHost, held, utf8, webPage } from '../../support.ts';

const bytes = utf8('the numbers');
const wanted = {
  url: 'https://page.test/models/x/shard.bin',
  sha256: createHash('sha256').update(bytes).digest('hex'),
  sizeBytes: bytes.length,
};
const answer =
  (response: Response): Fetch =>
  async () =>
    response;

describe('download', () => {
  it('gives the bytes where they are the ones expected', async () => {
    const { fetch, asked } = fakeHost('https://page.test/', { 'models/x/shard.bin': bytes });
    expect(new Uint8Array(await download(wanted, fetch))).toEqual(bytes);
    expect(asked).toEqual(['models/x/shard.bin']);
  });

  it.each<[string, string, Response, RegExp]>([
    ['case 11: a web page that answers 200', 'web-page', webPage(), /Expected a model file, got a web page/],
    ['a missing file', 'file-missing', new Response(null, { status: 404 }), /is not there \(HTTP 404\)/],
    ['a web page that says 404', 'file-missing', webPage(404), /HTTP 404/],
    ['a server in trouble', 'file-missing', new Response('busy', { status: 503 }), /HTTP 503/],
    ['a short file', 'wrong-size', new Response(bytes.slice(1)), /has 10 bytes instead of 11/],
    ['an empty file', 'wrong-size', new Response(''), /has 0 bytes instead of 11/],
    [
      'an altered file',
      'wrong-content',
      new Response('the numberz'),
      /is not the file expected \(sha256 [0-9a-f]{12}…\)/,
    ],
  ])('refuses %s (%s)', async (_, code, response, what) => {
    const failure = await failureOf(() => download(wanted, answer(response)));
    expect(failure.code).toBe(code);
    expect(failure.what).toMatch(what);
    expect(failure.what).toContain(wanted.url);
    expect(failure.nextStep).toContain('npm run models');
  });

  it('a network that fails is a Failure with its cause', async () => {
    const cause = new TypeError('fetch failed');
    const failure = await failureOf(() => download(wanted, () => Promise.reject(cause)));
    expect(failure.code).toBe('download-failed');
    expect(failure.cause).toBe(cause);
  });

  it('a body that breaks off is one too', async () => {
    const broken = new ReadableStream({
      start: (controller) => controller.error(new TypeError('terminated')),
    });
    expect((await failureOf(() => download(wanted, answer(new Response(broken))))).code).toBe(
      'download-failed',
    );
  });

  it('passes the signal on; an abort is Cancelled, not a failure', async () => {
    const controller = new AbortController();
    const started = held<void>();
    const fetcher: Fetch = (_, { signal }) =>
      new Promise((_, reject) => {
        signal!.addEventListener('abort', () => reject(signal!.reason as Error));
        started.resolve();
      });
    const downloading = download(wanted, fetcher, controller.signal);
    await started.promise;
    controller.abort();
    await expect(downloading).rejects.toBeInstanceOf(Cancelled);
  });
});
