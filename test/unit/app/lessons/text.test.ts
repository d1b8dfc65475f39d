import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseText, type TextBlock } from '../../../../src/app/lessons/text.ts';

const plain = (text: string) => ({ text, bold: false, italic: false });

/** All text of the blocks, as it is shown. */
function shown(blocks: readonly TextBlock[]): string {
  return blocks
    .flatMap((block) => (block.kind === 'paragraph' ? [block.spans] : block.items))
    .map((spans) => spans.map(({ text }) => text).join(''))
    .join('\n');
}

describe('the text of a lesson', () => {
  it('has paragraphs, bold and italic words, and lists', () => {
    expect(parseText('One **two** *three*\nfour.\n\n- a\n- b *c*\n  d\n\n1. e\n2. f')).toEqual([
      {
        kind: 'paragraph',
        spans: [
          plain('One '),
          { text: 'two', bold: true, italic: false },
          plain(' '),
          { text: 'three', bold: false, italic: true },
          plain(' four.'),
        ],
      },
      {
        kind: 'list',
        ordered: false,
        items: [[plain('a')], [plain('b '), { text: 'c', bold: false, italic: true }, plain(' d')]],
      },
      { kind: 'list', ordered: true, items: [[plain('e')], [plain('f')]] },
    ]);
  });

  it('leaves stars without a partner, and all else, as they stand', () => {
    for (const text of ['2 * 3 * 4', '**open', '<img src=x onerror=alert(1)>', '[a](javascript:b)', '5 *']) {
      expect(parseText(text)).toEqual([{ kind: 'paragraph', spans: [plain(text)] }]);
    }
  });

  it('loses no letter, whatever it is given', () => {
    const letters = (text: string): string => text.replace(/[^a-z<>&]/g, '');
    const part = fc.constantFrom('a', 'bc', '*', '**', '<b>', '&', '- ', '1. ', '\n', '\n\n', ' ', '\r\n');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        expect(letters(shown(parseText(parts.join(''))))).toBe(letters(parts.join('')));
      }),
    );
  });
});
