/**
 * Lines of a text: split on LF, one CR dropped at the end of each, nothing trimmed. A final LF ends the last
 * line and begins none, so blank lines count everywhere else: in a gold file they are rows.
 */
export function splitLines(text: string): string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  if (lines[lines.length - 1] === '') lines.pop();
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index]!;
    if (line.endsWith('\r')) lines[index] = line.slice(0, -1);
  }
  return lines;
}
