import { CodeHost, type CodeModule } from './host.ts';
import type { CodeReply, CodeRequest } from './messages.ts';
import { FaultError, faultOf, messageOf } from './place.ts';
import { findSyntaxError, type ReportedError } from './syntaxError.ts';

/** The worker inside the sandbox, bundled to one classic script. It is handed one port, to the page. */

const PATIENCE_MS = 500;

let address = '';
/** Set while an error is provoked, to hear where it is. */
let hear: ((event: ErrorEvent) => void) | null = null;

/** Unguarded on purpose: an error that was caught has lost its place. */
function report(script: string): Promise<ReportedError | null> {
  return new Promise((resolve) => {
    const settle = (event: ErrorEvent | null): void => {
      clearTimeout(patience);
      hear = null;
      resolve(event);
    };
    const patience = setTimeout(settle, PATIENCE_MS, null);
    hear = settle;
    setTimeout(() => (0, eval)(script));
  });
}

async function load(source: string): Promise<{ module: CodeModule; address: string }> {
  address = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  try {
    return { module: (await import(/* @vite-ignore */ address)) as CodeModule, address };
  } catch (error) {
    if (!(error instanceof SyntaxError)) {
      const { what, place } = faultOf(error, 'The code', address);
      throw new FaultError(what, place);
    }
    const place = await findSyntaxError(source, error, report);
    throw new FaultError(`${messageOf(error)}${place ? `, at line ${place.line}` : ''}.`, place);
  }
}

addEventListener(
  'message',
  ({ ports: [port] }) => {
    if (!port) return;
    const host = new CodeHost(load);
    const send = (reply: CodeReply): void =>
      port.postMessage(reply, reply.kind === 'rows' ? [reply.rows.buffer as ArrayBuffer] : []);
    port.onmessage = async ({ data }: MessageEvent<CodeRequest>) => send(await host.answer(data));
    // Errors that no call sees: thrown in a timer, or rejected with nobody waiting.
    addEventListener('error', (event) => {
      event.preventDefault();
      if (hear) return hear(event);
      const { error, message, lineno, colno, filename } = event;
      const place = filename === address && lineno > 0 ? { line: lineno, column: colno } : null;
      const what = `The code threw outside of its functions: ${messageOf(error ?? message)}.`;
      send({ kind: 'failed', fault: { what, place } });
    });
    addEventListener('unhandledrejection', (event) => {
      event.preventDefault();
      const fault = faultOf(event.reason, 'A promise that nobody awaited', address);
      send({ kind: 'failed', fault });
    });
  },
  { once: true },
);
