/** A stretch of text, plain or set off. */
export interface TextSpan {
  text: string;
  bold: boolean;
  italic: boolean;
}

export type TextBlock =
  | { kind: 'paragraph'; spans: readonly TextSpan[] }
  | { kind: 'list'; ordered: boolean; items: readonly (readonly TextSpan[])[] };

/**
 * The small part of Markdown that lessons are written in: paragraphs with a blank line between them, lists ("- " or
 * "1. " at the beginning of a line), **bold** and *italic*. All else, HTML too, is text as it stands: the blocks are
 * set as text nodes, so that a file from anywhere can be shown.
 */
export function parseText(source: string): TextBlock[] {
  const blocks: TextBlock[] = [];
  for (const chunk of source.replace(/\r\n?/g, '\n').split(/\n[ \t]*\n/)) {
    let lines: string[] = [];
    let items: string[] = [];
    let ordered = false;
    const endParagraph = (): void => {
      if (lines.length > 0) blocks.push({ kind: 'paragraph', spans: parseSpans(lines.join(' ')) });
      lines = [];
    };
    const endList = (): void => {
      if (items.length > 0) blocks.push({ kind: 'list', ordered, items: items.map(parseSpans) });
      items = [];
    };
    for (const line of chunk.split('\n').map((raw) => raw.trim())) {
      const bullet = /^(?:-|(\d{1,3})\.)\s+(.*)$/.exec(line);
      if (bullet) {
        endParagraph();
        const isOrdered = bullet[1] !== undefined;
        if (isOrdered !== ordered) endList();
        ordered = isOrdered;
        items.push(bullet[2]!);
      } else if (line !== '') {
        if (items.length > 0) items[items.length - 1] += ` ${line}`;
        else lines.push(line);
      }
    }
    endParagraph();
    endList();
  }
  return blocks;
}

/** Stars without a partner, and such as stand before a space, are stars. */
function parseSpans(source: string): TextSpan[] {
  const spans: TextSpan[] = [];
  const add = (text: string, bold: boolean, italic: boolean): void => {
    if (text !== '') spans.push({ text, bold, italic });
  };
  let from = 0;
  for (const match of source.matchAll(/\*\*(?=\S)([^*]+?)(?<=\S)\*\*|\*(?=\S)([^*]+?)(?<=\S)\*/g)) {
    add(source.slice(from, match.index), false, false);
    add(match[1] ?? match[2]!, match[1] !== undefined, match[1] === undefined);
    from = match.index + match[0].length;
  }
  add(source.slice(from), false, false);
  return spans;
}
