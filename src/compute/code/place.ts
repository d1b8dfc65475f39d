import type { CodeFault, CodePlace } from './messages.ts';

const MOST_CHARACTERS = 400;

/** A fault of the user's code on its way to its author. */
export class FaultError extends Error {
  readonly fault: CodeFault;

  constructor(what: string, place: CodePlace | null = null) {
    super(what);
    this.fault = { what, place };
  }
}

/**
 * Where in a script an error was thrown: the topmost of its frames that is one of the script's. V8 and SpiderMonkey
 * write "address:line:column"; the script's text begins on its line 1.
 */
export function placeInStack(stack: string | undefined, address: string): CodePlace | null {
  const at = stack?.indexOf(`${address}:`) ?? -1;
  if (at < 0) return null;
  const found = /^:(\d+):(\d+)/.exec(stack!.slice(at + address.length));
  return found && { line: Number(found[1]), column: Number(found[2]) };
}

/** What was thrown, in one line that is not endless. Anything can be thrown. */
export function messageOf(thrown: unknown): string {
  let text: string;
  try {
    text =
      thrown instanceof Error
        ? `${thrown.name}: ${thrown.message}`
        : typeof thrown === 'string'
          ? thrown
          : (JSON.stringify(thrown) ?? String(thrown));
  } catch {
    text = 'something that has no text';
  }
  const line = text.replace(/\s+/gu, ' ').trim();
  return line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS)}…` : line;
}

/** A sentence of a benchmark, for a message. */
export function quote(sentence: string): string {
  return `“${sentence.length > 80 ? `${sentence.slice(0, 80)}…` : sentence}”`;
}

/** @param doing where it was thrown, such as "prepare" */
export function faultOf(thrown: unknown, doing: string, address: string): CodeFault {
  const place = thrown instanceof Error ? placeInStack(thrown.stack, address) : null;
  const where = place ? ` at line ${place.line}` : '';
  return { what: `${doing} threw${where}: ${messageOf(thrown)}`.replace(/([^.!?…])$/u, '$1.'), place };
}
