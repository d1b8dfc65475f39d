import type { CodePlace } from './messages.ts';

/** Modules are strict, and nothing of the script runs. */
const BEFORE = "'use strict';if(0){";

/** What the worker reports of an error that nothing catches. */
export type ReportedError = Pick<ErrorEvent, 'message' | 'lineno' | 'colno'>;

/**
 * Where a source that can't be read as a module has its fault. Chromium says so only of scripts that it reports itself,
 * so the source is read once more as one, `export` blanked out and inside a branch that is not taken. Null where the
 * browser does not say, or says something else.
 * @param report evaluates a script with nothing to catch its errors, and gives what is reported of it; null for nothing
 */
export async function findSyntaxError(
  source: string,
  error: SyntaxError,
  report: (script: string) => Promise<ReportedError | null>,
): Promise<CodePlace | null> {
  // SpiderMonkey and JavaScriptCore have it in the error.
  const { lineNumber, columnNumber, line, column } = error as unknown as Record<string, unknown>;
  const own = Number(lineNumber ?? line);
  if (own > 0) return { line: own, column: Number(columnNumber ?? column) || 1 };
  const script = source.replace(
    /^([ \t]*)export([ \t]+(?:async|function|const|let|class)\b)/gm,
    '$1      $2',
  );
  const reported = await report(`${BEFORE}${script}\n}`);
  if (!reported || !reported.message.includes(error.message) || !(reported.lineno > 0)) return null;
  const { lineno, colno } = reported;
  return { line: lineno, column: Math.max(1, lineno === 1 ? colno - BEFORE.length : colno) };
}
