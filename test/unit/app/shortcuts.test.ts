import { describe, expect, it } from 'vitest';
import { findTerms, GLOSSARY, termOf } from '../../../src/app/glossary.ts';
import { isCharacter, keyName, shortcutOf, SHORTCUTS } from '../../../src/app/shortcuts.ts';
import { VIEWS } from '../../../src/app/viewList.ts';

const plain = { ctrlKey: false, metaKey: false, altKey: false };

describe('shortcuts', () => {
  it('give no key and no action twice, and every view one', () => {
    expect(new Set(SHORTCUTS.map(({ key }) => key)).size).toBe(SHORTCUTS.length);
    expect(new Set(SHORTCUTS.map(({ id }) => id)).size).toBe(SHORTCUTS.length);
    for (const { id } of VIEWS) expect(SHORTCUTS.some((shortcut) => shortcut.id === `view:${id}`)).toBe(true);
  });

  it('leave keys with a modifier to the browser', () => {
    expect(shortcutOf({ key: '2', ...plain })).toBe('view:errors');
    expect(shortcutOf({ key: 'constructor', ...plain })).toBeNull();
    for (const modifier of ['ctrlKey', 'metaKey', 'altKey']) {
      expect(shortcutOf({ key: '2', ...plain, [modifier]: true })).toBeNull();
    }
  });

  it('tell characters from other keys, and name keys as they are labelled', () => {
    expect(['?', '1', 'j'].every(isCharacter)).toBe(true);
    expect(isCharacter('Escape')).toBe(false);
    expect(['ArrowLeft', 'Escape', 'j', 'toString'].map(keyName)).toEqual(['←', 'Esc', 'j', 'toString']);
  });
});

describe('glossary', () => {
  it('is in order and says each term once', () => {
    const terms = GLOSSARY.map(({ term }) => term);
    expect(new Set(terms).size).toBe(terms.length);
    expect([...terms].sort((a, b) => a.localeCompare(b, 'en'))).toEqual(terms);
    expect(termOf('holm').term).toBe('Holm’s correction');
  });

  it('finds entries by all words, named ones first', () => {
    expect(findTerms('')).toEqual(GLOSSARY);
    expect(findTerms('PEARSON')[0]!.id).toBe('pearson');
    expect(findTerms('pearson').some(({ id }) => id === 'williams')).toBe(true);
    expect(findTerms('overlap degrees').map(({ id }) => id)).toEqual(['williams']);
    expect(findTerms('pearson qwzx')).toEqual([]);
  });
});
