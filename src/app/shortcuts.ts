import { VIEWS, type ViewId } from './viewList.ts';

/** Where a key does something. */
type Place = 'anywhere' | 'Compare' | 'Compare and Errors';

export type ShortcutId =
  'help' | 'glossary' | `view:${ViewId}` | 'nextPair' | 'previousPair' | 'findPairs' | 'close';

export interface Shortcut {
  id: ShortcutId;
  /** As `KeyboardEvent.key` gives it. */
  key: string;
  what: string;
  place: Place;
}

/** The keys of the page: the help sheet shows this table, and the page acts by it. */
export const SHORTCUTS: readonly Shortcut[] = [
  { id: 'help', key: '?', what: 'Show these keys', place: 'anywhere' },
  { id: 'glossary', key: 'g', what: 'Open the glossary', place: 'anywhere' },
  ...VIEWS.map(({ id, title }, place): Shortcut => ({
    id: `view:${id}`,
    key: String(place + 1),
    what: `Go to ${title}`,
    place: 'anywhere',
  })),
  {
    id: 'nextPair',
    key: 'j',
    what: 'Next pair of the list, in Errors of the file',
    place: 'Compare and Errors',
  },
  { id: 'previousPair', key: 'k', what: 'Previous pair', place: 'Compare and Errors' },
  { id: 'findPairs', key: '/', what: 'Find words in the pairs', place: 'Compare' },
  {
    id: 'close',
    key: 'Escape',
    what: 'Close what was opened last: a dialog, a menu, the pair',
    place: 'anywhere',
  },
];

const BY_KEY = new Map(SHORTCUTS.map((shortcut) => [shortcut.key, shortcut.id]));

/** @returns null for a key that has no meaning here, and with a modifier: those keys are the browser's */
export function shortcutOf({
  key,
  ctrlKey,
  metaKey,
  altKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): ShortcutId | null {
  return ctrlKey || metaKey || altKey ? null : (BY_KEY.get(key) ?? null);
}

/** A key that types a character; a person may want those off, because speech input types them by accident. */
export const isCharacter = (key: string): boolean => [...key].length === 1;

const NAMES: Record<string, string> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  PageUp: 'Page up',
  PageDown: 'Page down',
  Escape: 'Esc',
  '-': '−',
};

/** A key as it stands on the keyboard. */
export const keyName = (key: string): string => (Object.hasOwn(NAMES, key) ? NAMES[key]! : key);
