/** A cell of a CSV file. Null and NaN are empty: what is missing is never a number. */
export type Cell = string | number | boolean | null;

/**
 * A table as RFC 4180 describes it: CRLF after every row, quotes only where a field needs them, doubled inside. Numbers
 * are written with all their digits and a point. To be saved as UTF-8 without a byte order mark.
 */
export function csvText(header: readonly string[], rows: Iterable<readonly Cell[]>): string {
  const lines = [header.map(field).join(',')];
  for (const row of rows) lines.push(row.map(field).join(','));
  return `${lines.join('\r\n')}\r\n`;
}

function field(cell: Cell): string {
  if (cell === null || (typeof cell === 'number' && !Number.isFinite(cell))) return '';
  const text = String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
