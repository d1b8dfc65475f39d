import { CORRELATION_NAMES } from '../../evaluation/types.ts';
import { aligned, COLUMN_TITLES, type ResultTable, type TableRow } from './table.ts';

const HEADER = ['System', ...CORRELATION_NAMES.flatMap((name) => [COLUMN_TITLES[name], '95 %']), 'n'];

/** The table as GitHub Flavored Markdown, with its caption below. Published figures are a table of their own. */
export function markdownTable({ caption, sections, published }: ResultTable): string {
  const computed = sections.flatMap(({ title, rows }) => [
    ...(title === null ? [] : [sectionCells(title)]),
    ...rows.map(cellsOf),
  ]);
  const blocks = [tableText(computed), escaped(caption)];
  if (published) blocks.push(`${escaped(published.title)}:`, tableText(published.rows.map(cellsOf)));
  return `${blocks.join('\n\n')}\n`;
}

function tableText(body: readonly string[][]): string {
  const [header, ...rows] = aligned([HEADER, ...body], new Set([0]));
  const rule = header!.map((cell, c) =>
    c === 0 ? '-'.repeat(cell.length) : `${'-'.repeat(cell.length - 1)}:`,
  );
  return [header!, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const sectionCells = (title: string): string[] =>
  HEADER.map((_, c) => (c === 0 ? `*${escaped(title)}*` : ''));

function cellsOf({ name, cells, n }: TableRow): string[] {
  return [
    escaped(name),
    ...CORRELATION_NAMES.flatMap((measure) => {
      const { figure, interval, best } = cells[measure];
      return [best ? `**${figure}**` : figure, interval];
    }),
    n === null ? '' : String(n),
  ];
}

function escaped(text: string): string {
  return text.replace(/[\\`*_[\]<>|~]/g, '\\$&').replace(/\s+/g, ' ');
}
