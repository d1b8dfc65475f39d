import { Cancelled, Failure } from '../failure.ts';

/** What may leave this browser of something that went wrong: nothing that could hold a word of a person's own file. */
export interface FailureNote {
  /** ISO 8601. */
  at: string;
  /** Code of a `Failure`; of any other error its class. */
  code: string;
  /** What the browser says of a fault in the page's own code; null where the words could be somebody's. */
  message: string | null;
  /** Class of the error behind it, such as QuotaExceededError; null where there is none. */
  cause: string | null;
  /** Where in the page's own scripts, innermost first: "index-D3f.js:1:2345". */
  frames: string[];
}

const MOST_KEPT = 20;
const MOST_FRAMES = 4;
/** Messages of these name parts of the code. Those of others (JSON.parse among them) quote what was read. */
const OF_CODE = ['TypeError', 'ReferenceError', 'RangeError'];

/**
 * A `Failure`'s sentences name files, lines and texts, so only its code is taken. What a browser quotes (the property
 * that was missing may be a word) is left out of its messages.
 * @param siteUrl where the page's own scripts are: the stack of any other script is left out
 */
export function noteOf(error: unknown, siteUrl: string, now = new Date()): FailureNote {
  const at = now.toISOString();
  if (!(error instanceof Error)) return { at, code: 'not-an-error', message: null, cause: null, frames: [] };
  const code = error instanceof Failure ? error.code : plainName(error.name);
  return {
    at,
    code,
    message: OF_CODE.includes(code) ? withoutQuotes(error.message) : null,
    cause: error.cause instanceof Error ? plainName(error.cause.name) : null,
    frames: error instanceof Failure ? [] : framesOf(error.stack ?? '', siteUrl),
  };
}

/** The last things that went wrong since the page was opened, oldest first. */
export class FailureLog {
  private kept: FailureNote[] = [];
  private readonly siteUrl: string;

  constructor(siteUrl: string) {
    this.siteUrl = siteUrl;
  }

  /** A cancel is what the person wanted. */
  note(error: unknown): void {
    if (error instanceof Cancelled) return;
    this.kept = [...this.kept, noteOf(error, this.siteUrl)].slice(-MOST_KEPT);
  }

  list(): readonly FailureNote[] {
    return this.kept;
  }
}

/** Names of errors can be set to anything. */
function plainName(name: string): string {
  return /^[A-Z][A-Za-z]{2,30}Error$/.test(name) ? name : 'Error';
}

/** Everything from the first quotation mark to the last: a quoted text may hold marks of its own. */
function withoutQuotes(message: string): string {
  return message.replace(/['"“‘`].*['"”’`]/s, '…').slice(0, 200);
}

function framesOf(stack: string, siteUrl: string): string[] {
  const frames: string[] = [];
  for (const line of stack.split('\n')) {
    const at = line.indexOf(siteUrl);
    const found = at < 0 ? null : /^([\w./-]+:\d+:\d+)\)?$/.exec(line.slice(at + siteUrl.length).trim());
    if (found) frames.push(found[1]!.replace(/^assets\//, ''));
    if (frames.length === MOST_FRAMES) break;
  }
  return frames;
}
