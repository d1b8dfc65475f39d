import { Cancelled } from '../../failure.ts';
import type { Progress } from '../../systems/types.ts';
import { CodeFailure } from './failure.ts';
import type { CodeReply, CodeRequest, GivenWords } from './messages.ts';
import { quote } from './place.ts';

/** Where the user's code runs, behind a boundary that it can't cross. */
export interface Sandbox {
  post(request: CodeRequest): void;
  /** Set before the first `post`. */
  onReply: (reply: CodeReply) => void;
  /** It could not start, or ended by itself. */
  onEnd: (detail: string) => void;
  /** Ends what runs in it, a loop without end included. */
  close(): void;
}

export interface CodeTask {
  source: string;
  /** Those that the code gets: none is blank. */
  sentences: readonly string[];
  /** Pairs of indices into `sentences`, asked for where the code compares vectors itself. */
  first: Int32Array;
  second: Int32Array;
  words: GivenWords | null;
  /** So long may the code be without an answer. */
  timeoutMs: number;
}

export interface CodeVectors {
  /** Row-major, sentences x dimension. */
  rows: Float32Array;
  dimension: number;
  /** What the code's own `similarity` gave, one a pair; NaN where a vector is zero. Null where it has none. */
  compared: Float64Array | null;
}

/** Of the vectors; the page holds them twice for a moment. */
export const MOST_VECTOR_BYTES = 1.5e9;
const COMPARED_AT_ONCE = 256;
const PING_MS = 500;
const START_MS = 30_000;
const START_PING = 0;
const MEND = 'Mend it in the editor, then run it again.';

/**
 * Runs the user's `prepare` over all sentences, then `batcher` batch by batch, then its `similarity` where there is one.
 * The sandbox is closed at the end, whatever the end is.
 * @throws CodeFailure `code-failed` (it threw, or gave what is no vector), `code-timeout`, `code-too-large`,
 * `no-sandbox`; Cancelled
 */
export async function runInSandbox(
  open: () => Sandbox,
  task: CodeTask,
  report: Progress,
  signal: AbortSignal,
): Promise<CodeVectors> {
  if (signal.aborted) throw new Cancelled('The code');
  const session = new Session(open(), task.timeoutMs, signal);
  try {
    const { source, words, sentences } = task;
    await session.start();
    const loaded = await session.ask({ kind: 'load', source, words }, 'loading the code', 'loaded');
    report(0, sentences.length, 'prepare of your code', 'sentences');
    const { batchSize } = await session.ask({ kind: 'prepare', sentences }, 'prepare', 'prepared');
    const encoded = await encode(session, sentences, batchSize, report);
    const compared = loaded.comparesItself ? await compare(session, task, encoded, report) : null;
    session.throwIfEnded();
    return { ...encoded, compared };
  } finally {
    session.close();
  }
}

async function encode(
  session: Session,
  sentences: readonly string[],
  batchSize: number,
  report: Progress,
): Promise<Pick<CodeVectors, 'rows' | 'dimension'>> {
  let rows = new Float32Array(0);
  let dimension = 0;
  for (let first = 0; first < sentences.length; first += batchSize) {
    const batch = sentences.slice(first, first + batchSize);
    const which = `batcher for sentences ${first + 1} to ${first + batch.length} of ${sentences.length}`;
    const reply = await session.ask({ kind: 'batch', first, sentences: batch }, which, 'rows');
    // The host checked this too, but it lives where the code does.
    if (!(reply.rows instanceof Float32Array) || reply.rows.length !== batch.length * reply.dimension) {
      throw new CodeFailure('code-failed', `${which} gave no rows.`, MEND);
    }
    if (dimension === 0) {
      dimension = reply.dimension;
      const sizeBytes = sentences.length * dimension * Float32Array.BYTES_PER_ELEMENT;
      if (sizeBytes > MOST_VECTOR_BYTES) throw tooLarge(sentences.length, dimension, sizeBytes);
      rows = new Float32Array(sentences.length * dimension);
    } else if (reply.dimension !== dimension) {
      throw new CodeFailure(
        'code-failed',
        `${which} gave vectors of ${reply.dimension} numbers; those before had ${dimension}.`,
        MEND,
      );
    }
    rows.set(reply.rows, first * dimension);
    report(first + batch.length, sentences.length, 'batcher of your code', 'sentences');
  }
  return { rows, dimension };
}

async function compare(
  session: Session,
  { first, second, sentences }: CodeTask,
  { rows, dimension }: Pick<CodeVectors, 'rows' | 'dimension'>,
  report: Progress,
): Promise<Float64Array> {
  const compared = new Float64Array(first.length).fill(NaN);
  const row = (at: number): Float32Array => rows.subarray(at * dimension, (at + 1) * dimension);
  // As with every measure: a row of zeros says that nothing is known of the sentence.
  const isKnown = (at: number): boolean => row(at).some((value) => value !== 0);
  const asked = Array.from(first, (_, pair) => pair).filter(
    (pair) => isKnown(first[pair]!) && isKnown(second[pair]!),
  );
  for (let from = 0; from < asked.length; from += COMPARED_AT_ONCE) {
    const pairs = asked.slice(from, from + COMPARED_AT_ONCE);
    const [left, right] = [first, second].map((side) => {
      const column = new Float32Array(pairs.length * dimension);
      pairs.forEach((pair, at) => column.set(row(side[pair]!), at * dimension));
      return column;
    });
    const { values } = await session.ask(
      { kind: 'compare', left: left!, right: right!, dimension },
      'similarity',
      'compared',
    );
    pairs.forEach((pair, at) => {
      const value = values[at];
      if (value === undefined || !Number.isFinite(value)) {
        const [a, b] = [sentences[first[pair]!]!, sentences[second[pair]!]!];
        throw new CodeFailure(
          'code-failed',
          `similarity gave ${value} for ${quote(a)} and ${quote(b)}.`,
          MEND,
        );
      }
      compared[pair] = value;
    });
    report(from + pairs.length, asked.length, 'similarity of your code');
  }
  return compared;
}

function tooLarge(sentences: number, dimension: number, sizeBytes: number): CodeFailure {
  return new CodeFailure(
    'code-too-large',
    `Vectors of ${dimension} numbers for ${sentences} sentences take ${(sizeBytes / 1e9).toFixed(1)} GB; the page holds at most ${MOST_VECTOR_BYTES / 1e9} GB.`,
    'Make the vectors shorter, for example by hashing words into fewer places, or open a smaller part.',
  );
}

type Timer = ReturnType<typeof setTimeout>;
type ReplyOf<Kind extends CodeReply['kind']> = Extract<CodeReply, { kind: Kind }>;

/** One question after another, each with its time-out. */
class Session {
  private readonly sandbox: Sandbox;
  private readonly timeoutMs: number;
  private readonly signal: AbortSignal;
  /** The first fault, whether or not somebody waited when it came. */
  private ended: Error | null = null;
  private take: (reply: CodeReply) => void = () => {};
  private reject: (error: Error) => void = () => {};
  private pings = START_PING;
  private lastPong = START_PING;

  constructor(sandbox: Sandbox, timeoutMs: number, signal: AbortSignal) {
    this.sandbox = sandbox;
    this.timeoutMs = timeoutMs;
    this.signal = signal;
    sandbox.onReply = (reply) => {
      if (reply.kind === 'pong' && reply.number !== START_PING) this.lastPong = reply.number;
      else if (reply.kind === 'failed') {
        this.fail(new CodeFailure('code-failed', reply.fault.what, MEND, reply.fault.place));
      } else this.take(reply);
    };
    sandbox.onEnd = (detail) => {
      this.fail(
        new CodeFailure(
          'no-sandbox',
          `The worker of your code stopped${detail ? ` (${detail})` : ''}.`,
          'Run it again; if it stops again, it may take more memory than a worker gets.',
        ),
      );
    };
  }

  close(): void {
    this.sandbox.close();
  }

  throwIfEnded(): void {
    if (this.ended) throw this.ended;
  }

  private fail(error: Error): void {
    this.ended ??= error;
    this.reject(error);
  }

  /** The frame and its worker are the page's: the time they take to start is none of the code's. */
  async start(): Promise<void> {
    await this.exchange({ kind: 'ping', number: START_PING }, START_MS, (reject) => {
      reject(
        new CodeFailure(
          'no-sandbox',
          `The sandbox of your code did not start within ${START_MS / 1000} s.`,
          'Close other tabs that compute, then run it again.',
        ),
      );
    });
  }

  /** @param what for what is said where no answer comes */
  async ask<Kind extends CodeReply['kind']>(
    request: CodeRequest,
    what: string,
    kind: Kind,
  ): Promise<ReplyOf<Kind>> {
    const reply = await this.exchange(request, this.timeoutMs, (reject) => {
      this.sandbox.post({ kind: 'ping', number: ++this.pings });
      return setTimeout(() => reject(this.timedOut(what)), PING_MS);
    });
    if (reply.kind !== kind) throw new CodeFailure('code-failed', `${what} answered something else.`, MEND);
    return reply as ReplyOf<Kind>;
  }

  /** @param onSilence after `patienceMs` without an answer; what it gives is a timer to end with the exchange */
  private async exchange(
    request: CodeRequest,
    patienceMs: number,
    onSilence: (reject: (error: Error) => void) => Timer | void,
  ): Promise<CodeReply> {
    this.throwIfEnded();
    if (this.signal.aborted) throw new Cancelled('The code');
    let timer: Timer | void = undefined;
    let abort = (): void => {};
    try {
      return await new Promise<CodeReply>((resolve, reject) => {
        this.take = resolve;
        this.reject = reject;
        abort = () => reject(new Cancelled('The code'));
        this.signal.addEventListener('abort', abort);
        timer = setTimeout(() => (timer = onSilence(reject)), patienceMs);
        this.sandbox.post(request);
      });
    } finally {
      clearTimeout(timer as Timer | undefined);
      this.signal.removeEventListener('abort', abort);
      this.take = () => {};
    }
  }

  /** A worker that answers a ping is not busy: then it waits for something. */
  private timedOut(what: string): CodeFailure {
    const why =
      this.lastPong === this.pings
        ? 'it waits for a promise that nothing resolves'
        : 'it is still computing, perhaps in a loop without end';
    return new CodeFailure(
      'code-timeout',
      `No answer from ${what} for ${this.timeoutMs / 1000} s: ${why}. The code was stopped.`,
      'Mend it, make params.batchSize smaller, or allow more seconds in the editor.',
    );
  }
}
