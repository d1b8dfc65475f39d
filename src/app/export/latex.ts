import { CORRELATION_NAMES } from '../../evaluation/types.ts';
import { aligned, COLUMN_TITLES, type ResultTable, type TableRow } from './table.ts';

const COLUMNS = 2 + 2 * CORRELATION_NAMES.length;

/** The table as a LaTeX float with booktabs rules; needs `\usepackage{booktabs}` and a UTF-8 source. */
export function latexTable({ caption, sections, published }: ResultTable): string {
  const header = ['System', ...CORRELATION_NAMES.flatMap((name) => [COLUMN_TITLES[name], '95\\,\\%']), '$n$'];
  const blocks = [
    ...sections.map(({ title, rows }) => ({ title: title && `\\emph{${escaped(title)}}`, rows })),
    ...(published ? [{ title: `\\emph{${escaped(published.title)}}`, rows: published.rows }] : []),
  ];
  const [head, ...lines] = aligned(
    [header, ...blocks.flatMap(({ rows }) => rows.map(cellsOf))],
    new Set([0]),
  );
  const text = (cells: readonly string[]): string => `    ${cells.join(' & ')} \\\\`;
  let next = 0;
  const body = blocks.flatMap(({ title, rows }) => [
    '    \\midrule',
    ...(title ? [`    \\multicolumn{${COLUMNS}}{p{\\linewidth}}{${title}} \\\\`] : []),
    ...rows.map(() => text(lines[next++]!)),
  ]);
  return [
    '% \\usepackage{booktabs}',
    '\\begin{table}',
    '  \\centering',
    `  \\caption{${escaped(caption)}}`,
    `  \\begin{tabular}{l${'r'.repeat(COLUMNS - 1)}}`,
    '    \\toprule',
    text(head!),
    ...body,
    '    \\bottomrule',
    '  \\end{tabular}',
    '\\end{table}',
    '',
  ].join('\n');
}

function cellsOf({ name, cells, n }: TableRow): string[] {
  return [
    escaped(name),
    ...CORRELATION_NAMES.flatMap((measure) => {
      const { figure, interval, best } = cells[measure];
      return [
        best ? `\\textbf{${numeric(figure)}}` : numeric(figure),
        numeric(interval).replace(' to ', '--'),
      ];
    }),
    n === null ? '' : String(n),
  ];
}

/** A hyphen before a digit is a minus. */
const numeric = (text: string): string => text.replace(/-(?=\d)/g, '$-$').replace('–', '--');

const SPECIAL: Record<string, string> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '|': '\\textbar{}',
  '"': "''",
  '×': '$\\times$',
  '–': '--',
};

function escaped(text: string): string {
  return text
    .replace(/[\\~^<>|"×–&%$#_{}]/g, (character) => SPECIAL[character] ?? `\\${character}`)
    .replace(/\s+/g, ' ');
}
