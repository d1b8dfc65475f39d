import type { PlaygroundStore } from '../storage/types.ts';
import type { TermId } from './glossary.ts';
import { isCharacter, shortcutOf, type ShortcutId } from './shortcuts.ts';

const SETTING = 'characterKeys';

/** The help sheet, and what the keys of `SHORTCUTS` do at the moment. */
export class Help {
  /** What the sheet shows; null while it is closed. `term` is the one that was asked for. */
  sheet = $state.raw<{ tab: 'keys' | 'glossary'; term: TermId | null } | null>(null);
  /** Whether single characters are shortcuts (WCAG 2.1.4). */
  characterKeys = $state(true);
  private readonly store: Pick<PlaygroundStore, 'getSetting' | 'putSetting'>;
  /** What was offered last stands last, and acts. */
  private readonly offers = new Map<ShortcutId, (() => void)[]>();

  constructor(store: Pick<PlaygroundStore, 'getSetting' | 'putSetting'>) {
    this.store = store;
  }

  showKeys(): void {
    this.sheet = { tab: 'keys', term: null };
  }

  showGlossary(term: TermId | null = null): void {
    this.sheet = { tab: 'glossary', term };
  }

  /** Has a shortcut do something, until what is returned is called: the cleaning up of an effect. */
  offer(id: ShortcutId, act: () => void): () => void {
    this.offers.set(id, [...(this.offers.get(id) ?? []), act]);
    return () =>
      this.offers.set(
        id,
        (this.offers.get(id) ?? []).filter((other) => other !== act),
      );
  }

  /** @returns whether the key did something */
  press(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): boolean {
    const id = shortcutOf(event);
    if (id === null || (isCharacter(event.key) && !this.characterKeys)) return false;
    const act = this.offers.get(id)?.at(-1);
    act?.();
    return act !== undefined;
  }

  /** Kept over a reload. */
  async setCharacterKeys(on: boolean): Promise<void> {
    this.characterKeys = on;
    await this.store.putSetting(SETTING, on);
  }

  async recall(): Promise<void> {
    this.characterKeys = (await this.store.getSetting<boolean>(SETTING)) !== false;
  }
}
