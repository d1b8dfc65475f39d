import { sha256Hex } from '../benchmarks/hash.ts';
import { Failure } from '../failure.ts';
import type { PlaygroundStore } from '../storage/types.ts';
import { defaultSpec, type SystemSpec } from '../systems/registry.ts';
import type { SystemEntry } from './systemEntry.svelte.ts';

/** Each a setting of its own: two tabs that save different code both keep it. */
const CODE = 'code:';
const TIMEOUT = 'codeTimeout';
const DRAFT = 'codeDraft';
export const DEFAULT_TIMEOUT_SECONDS = 60;
const MOST_NAME = 60;
const MOST_SOURCE = 1_000_000;

export interface SavedCode {
  name: string;
  source: string;
  /** ISO 8601. */
  savedAt: string;
}

/** Code that is being written. */
export interface Draft {
  name: string;
  source: string;
  /** Name of the saved code that it began as: saving under it replaces that. */
  openedAs: string | null;
}

/** The user's own code: what is saved in this browser, and what was run since the page was opened. */
export class Codes {
  /** By name. */
  saved = $state.raw<readonly SavedCode[]>([]);
  /** So long may code be without an answer. */
  timeoutSeconds = $state(DEFAULT_TIMEOUT_SECONDS);
  /** What stands in the editor; null before anything was written. */
  draft = $state.raw<Draft | null>(null);
  /** Whether the editor is open. */
  isOpen = $state(false);
  private readonly store: Pick<PlaygroundStore, 'putSetting' | 'getSetting' | 'listSettings'>;
  private readonly sources = new Map<string, string>();

  constructor(store: Codes['store']) {
    this.store = store;
  }

  async recall(): Promise<void> {
    const seconds = await this.store.getSetting<number>(TIMEOUT);
    if (typeof seconds === 'number' && isTimeout(seconds)) this.timeoutSeconds = seconds;
    const draft = await this.store.getSetting<Partial<Draft> | null>(DRAFT);
    if (typeof draft?.name === 'string' && typeof draft.source === 'string') {
      this.draft = { name: draft.name, source: draft.source, openedAs: draft.openedAs ?? null };
    }
    const saved: SavedCode[] = [];
    for (const [key, value] of await this.store.listSettings(CODE)) {
      if (isSaved(value)) saved.push({ ...value, name: key.slice(CODE.length) });
    }
    this.saved = saved.sort(byName);
  }

  /** Kept over a reload, whether it was saved or not. */
  async keepDraft(draft: Draft): Promise<void> {
    this.draft = draft;
    await this.store.putSetting(DRAFT, draft);
  }

  /** Opens the editor with the code of a system, or with what stood in it last. @throws Failure as `sourceOf` does */
  async edit(entry: SystemEntry | null = null): Promise<void> {
    if (entry) {
      const name = String(entry.spec.parameters.name);
      const { source } = await this.sourceOf(entry.spec);
      await this.keepDraft({ name, source, openedAs: name });
    }
    this.isOpen = true;
  }

  /** @throws Failure `bad-code-name`, `code-too-long` */
  async save(name: string, source: string): Promise<void> {
    checkCode(name, source);
    const saved: SavedCode = { name, source, savedAt: new Date().toISOString() };
    await this.store.putSetting(CODE + name, { source, savedAt: saved.savedAt });
    this.saved = [...this.saved.filter((other) => other.name !== name), saved].sort(byName);
  }

  async forget(name: string): Promise<void> {
    await this.store.putSetting(CODE + name, null);
    this.saved = this.saved.filter((other) => other.name !== name);
  }

  /** @throws Failure `bad-code-timeout` */
  async allow(seconds: number): Promise<void> {
    if (!isTimeout(seconds)) {
      throw new Failure(
        'bad-code-timeout',
        `Code can’t be stopped after ${seconds} s.`,
        'Give it 0.1 to 86,400 seconds.',
      );
    }
    this.timeoutSeconds = seconds;
    await this.store.putSetting(TIMEOUT, seconds);
  }

  /**
   * The system that a source is; it can be run for as long as the page is open, saved or not.
   * @param like a system whose measure and missing scores are kept
   * @throws Failure `bad-code-name`, `code-too-long`
   */
  async systemOf(name: string, source: string, like?: SystemSpec): Promise<SystemSpec> {
    checkCode(name, source);
    const revision = (await hashOf(source)).slice(0, 8);
    this.sources.set(revision, source);
    const { kind, parameters } = like ?? defaultSpec('code');
    return { kind, parameters: { ...parameters, name, revision } };
  }

  /**
   * The source that a system names.
   * @throws Failure `code-not-here` where this browser does not have it, or has other code under that name
   */
  async sourceOf({ parameters }: SystemSpec): Promise<{ source: string; sha256: string }> {
    const name = String(parameters.name);
    const revision = String(parameters.revision);
    const saved = await this.store.getSetting<unknown>(CODE + name);
    for (const source of [this.sources.get(revision), isSaved(saved) ? saved.source : undefined]) {
      if (source === undefined) continue;
      const sha256 = await hashOf(source);
      if (sha256.startsWith(revision) && revision !== '') return { source, sha256 };
    }
    throw new Failure(
      'code-not-here',
      isSaved(saved)
        ? `The code “${name}” that is saved here is another revision than ${revision || 'the one asked for'}.`
        : `The code “${name}”, revision ${revision || 'unknown'}, is not in this browser.`,
      'Open “Your own code…” and import its file, or run what is saved there.',
    );
  }
}

function byName(a: SavedCode, b: SavedCode): number {
  return a.name < b.name ? -1 : 1;
}

function hashOf(source: string): Promise<string> {
  return sha256Hex(new TextEncoder().encode(source));
}

function isTimeout(seconds: number): boolean {
  return seconds >= 0.1 && seconds <= 86_400;
}

function isSaved(value: unknown): value is Omit<SavedCode, 'name'> {
  return typeof value === 'object' && value !== null && 'source' in value && typeof value.source === 'string';
}

function checkCode(name: string, source: string): void {
  if (name.trim() === '' || name !== name.trim() || name.length > MOST_NAME || /[\p{Cc}\p{Cs}]/u.test(name)) {
    throw new Failure(
      'bad-code-name',
      name.trim() === '' ? 'The code has no name.' : `“${name.slice(0, MOST_NAME)}” can’t be a name.`,
      `Give it 1 to ${MOST_NAME} characters, without blanks at the ends.`,
    );
  }
  if (source.length > MOST_SOURCE) {
    throw new Failure(
      'code-too-long',
      `The code has ${source.length.toLocaleString('en')} characters.`,
      'Keep it under a million: word lists and weights do not belong into code.',
    );
  }
}
