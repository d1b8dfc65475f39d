import { javascript } from '@codemirror/lang-javascript';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, setDiagnostics } from '@codemirror/lint';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { basicSetup } from 'codemirror';
import type { CodePlace } from '../../compute/code/messages.ts';

/** Colours of the page, which follow its theme. */
const highlight = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.controlKeyword], color: 'var(--code-keyword)' },
  { tag: [tags.string, tags.regexp, tags.special(tags.string)], color: 'var(--code-string)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--code-number)' },
  { tag: tags.comment, color: 'var(--muted)' },
  { tag: tags.function(tags.variableName), color: 'var(--accent)' },
]);

const theme = EditorView.theme({
  '&': { height: '100%', fontSize: 'var(--small)', color: 'var(--ink)', backgroundColor: 'var(--surface)' },
  '.cm-scroller': {
    fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
    lineHeight: '1.5',
  },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': {
    backgroundColor: 'var(--panel)',
    color: 'var(--muted)',
    borderRight: '1px solid var(--rule)',
  },
  '.cm-activeLine, .cm-activeLineGutter': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 8%, transparent)',
  },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 26%, transparent)',
  },
  '&.cm-focused .cm-matchingBracket': {
    backgroundColor: 'color-mix(in srgb, var(--good) 25%, transparent)',
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-tooltip, .cm-panels': {
    backgroundColor: 'var(--panel)',
    color: 'var(--ink)',
    border: '1px solid var(--rule)',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--accent)',
    color: 'var(--accent-ink)',
  },
  '.cm-diagnostic': { borderLeftColor: 'var(--error)' },
});

export interface CodeField {
  /** Replaces the text; the marks go. */
  setText(text: string): void;
  /** Marks a place as faulty and goes there; null clears the marks. */
  mark(place: CodePlace | null, what: string): void;
  focus(): void;
  destroy(): void;
}

/** An editor of JavaScript inside an element. The Tab key leaves it, as it leaves every other field. */
export function openCodeField(
  parent: HTMLElement,
  text: string,
  label: string,
  onChange: (text: string) => void,
): CodeField {
  const view = new EditorView({
    parent,
    doc: text,
    extensions: [
      basicSetup,
      javascript(),
      lintGutter(),
      syntaxHighlighting(highlight),
      theme,
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) onChange(update.state.doc.toString());
      }),
    ],
  });
  const clear = (): void => view.dispatch(setDiagnostics(view.state, []));
  return {
    setText(next) {
      clear();
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } });
    },
    mark(place, what) {
      if (!place) return clear();
      const { doc } = view.state;
      const line = doc.line(Math.min(Math.max(1, place.line), doc.lines));
      const from = Math.min(line.from + Math.max(0, place.column - 1), line.to);
      // A mark without a width is not seen.
      const to = Math.min(Math.max(line.to, from), doc.length);
      const at = from < to ? from : line.from;
      view.dispatch(setDiagnostics(view.state, [{ from: at, to, severity: 'error', message: what }]));
      view.dispatch({ effects: EditorView.scrollIntoView(at, { y: 'center' }) });
    },
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  };
}
