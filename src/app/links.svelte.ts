import { partName } from '../benchmarks/catalogue.ts';
import { definitionOf, parseSystem, type SystemSpec } from '../systems/registry.ts';
import type { Comparison, OpenBenchmark } from './comparison.svelte.ts';
import type { Lab } from './lab.svelte.ts';
import type { Library } from './library.svelte.ts';
import { contentMark } from './linkSelection.ts';
import { placesOf, systemsOf, type LinkPlaces, type LinkSystems } from './linkSystems.ts';
import type { Notices } from './notices.svelte.ts';
import type { Chosen } from './openBenchmark.ts';
import {
  firstState,
  isOwnFile,
  makeLink,
  MOST_CHARACTERS,
  placeOf,
  writeLink,
  type LinkState,
} from './permalink.ts';
import type { SystemEntry } from './systemEntry.svelte.ts';

export const DEFAULT_BENCHMARK = 'contrast';

/** A part of the page's state that a link holds. */
export interface LinkOwner {
  linkFields: (places: LinkPlaces) => Partial<LinkState>;
  /** @param link with all fields: those that it does not say are as on a first visit */
  takeLink: (link: LinkState, systems: LinkSystems) => void;
  /** Takes into the link what else would come into it a moment later. */
  settle?: () => void;
}

export interface LinkTools {
  comparison: Comparison;
  lab: Lab;
  library: Library;
  notices: Notices;
  /** Everything else that has fields of its own. */
  owners: readonly LinkOwner[];
  /** The parts of a benchmark that can be opened. */
  partsOf: (benchmark: string) => string[];
  /** What a system needs that only the person has, where this browser does not have it; null where it does. */
  missing: (spec: SystemSpec) => Promise<string | null>;
}

/** What “Copy link” says. */
export interface Copied {
  /** From the "#". */
  text: string;
  /** What the link does not hold, and what it needs where it is opened. */
  notes: string[];
}

/** The page's state as a link, and the way back. */
export class Links {
  /** Links that are being followed: until they are, the address is theirs. */
  private following = $state(0);
  private readonly tools: LinkTools;

  constructor(tools: LinkTools) {
    this.tools = tools;
  }

  /** Null while nothing is open, or a link is being followed. */
  state(): LinkState | null {
    const { comparison, lab, owners } = this.tools;
    const { benchmark, systems, facet, pair, seed, selection } = comparison;
    if (!benchmark || this.following > 0) return null;
    const { id } = benchmark.info;
    const isOwn = isOwnFile(id);
    const places = placesOf(systems);
    const parts = benchmark.parts.map(partName);
    const all = isOwn ? this.tools.partsOf(id) : [];
    const state: LinkState = Object.assign(
      firstState(),
      {
        benchmark: id,
        parts: isOwn ? parts.map((part) => `*${all.indexOf(part)}`) : parts,
        systems: systems.map((entry) => entry.id),
        facet,
        pair: pair === null ? null : isOwn ? `*${pair}` : (benchmark.pairs[pair]?.id ?? null),
        seed,
        hidden: places.ofAll(systems.filter(({ shown }) => !shown).map(({ uid }) => uid)),
        selection: selection && {
          pairs: benchmark.pairs.length,
          content: contentMark(benchmark.parts),
          rows: selection.slice().sort(),
        },
      },
      ...owners.map((owner) => owner.linkFields(places)),
    );
    if (state.view === 'lab' && lab.link.kind === 'link') state.lab = lab.link.text;
    return state;
  }

  /** The state as the part of an address behind "#". */
  text(): string | null {
    const state = this.state();
    return state && writeLink(state);
  }

  /** Equal for states that Back does not tell apart. */
  place(): string | null {
    const state = this.state();
    return state && placeOf(state);
  }

  /** The link with what a person should know who gives it to another. */
  copy(): Copied | null {
    const { lab, comparison, owners } = this.tools;
    lab.settleLink();
    for (const owner of owners) owner.settle?.();
    const state = this.state();
    if (!state) return null;
    const { text, tooLong, ownFile } = makeLink(state);
    const notes: string[] = [];
    if (state.view === 'lab') {
      const bench = 'what lies on the bench of the pair lab';
      if (lab.link.kind === 'too-long') tooLong.push(bench);
      if (lab.link.kind === 'link' && lab.link.isPrivate) ownFile.push('the edits of the pair lab');
    }
    if (tooLong.length > 0)
      notes.push(`Left out, because the link would be too long: ${tooLong.join(', ')}.`);
    if (ownFile.length > 0)
      notes.push(`Left out, because words of your file may be in it: ${ownFile.join(', ')}.`);
    const own = [
      ...(isOwnFile(state.benchmark) ? [comparison.benchmark!.info.title] : []),
      ...comparison.systems.filter(({ spec }) => ownOf(spec) !== null).map(({ label }) => label),
    ];
    if (own.length > 0)
      notes.push(`The link only names ${own.join(', ')}: who opens it needs your file or code too.`);
    if (text.length > MOST_CHARACTERS) {
      notes.push(
        `It has ${text.length.toLocaleString('en')} characters, which some programs cut: use fewer systems.`,
      );
    }
    return { text, notes };
  }

  /** Goes where a link points; what it does not say is as on a first visit, but for the systems, which then stay. */
  async goTo(link: Partial<LinkState>): Promise<void> {
    const { comparison, lab, notices, owners } = this.tools;
    const state: LinkState = { ...firstState(), benchmark: DEFAULT_BENCHMARK, ...link };
    this.following++;
    try {
      const before = new Set(comparison.systems.map(({ uid }) => uid));
      const entries = link.systems ? this.takeSystems(link.systems) : comparison.systems;
      const systems = systemsOf(entries);
      for (const owner of owners) owner.takeLink(state, systems);
      const hidden = systems.uidsAt(state.hidden);
      for (const entry of comparison.systems) entry.shown = !hidden.has(entry.uid);
      const opening = this.open(state);
      const isOnBench = lab.link.kind === 'link' && lab.link.text === state.lab;
      const bench = state.lab && !isOnBench ? lab.follow(state.lab, opening) : null;
      await Promise.all([opening, bench?.catch((error: unknown) => notices.report(error))]);
      await this.sayMissing(comparison.systems.filter(({ uid }) => !before.has(uid)));
    } finally {
      this.following--;
    }
  }

  /** In the order of the link; null where an id is no system's, which is said. */
  private takeSystems(ids: readonly string[]): (SystemEntry | null)[] {
    const specs = ids.map((id) => {
      try {
        return parseSystem(id);
      } catch (error) {
        this.tools.notices.report(error);
        return null;
      }
    });
    const entries = this.tools.comparison.setSystems(specs.filter((spec) => spec !== null));
    let at = 0;
    return specs.map((spec) => (spec ? entries[at++]! : null));
  }

  /** Opens the link's own benchmark; where it can't be opened, the first visit's. */
  private async open(state: LinkState): Promise<void> {
    const { comparison, library, notices } = this.tools;
    const { benchmark, seed, facet } = state;
    try {
      // Which parts there are is known when the site has said what it serves; our own set always is.
      if (benchmark !== DEFAULT_BENCHMARK) await library.siteListed;
      const parts = this.partsIn(state);
      if (comparison.shows(benchmark, parts)) {
        return await comparison.choose(this.chosenOf(state, comparison.benchmark!), seed, facet);
      }
      comparison.seed = seed;
      comparison.facet = facet;
      await comparison.open(benchmark, parts, (opened) => this.chosenOf(state, opened));
    } catch (error) {
      notices.report(error);
      if (benchmark === DEFAULT_BENCHMARK) return;
      await this.open({ ...firstState(), benchmark: DEFAULT_BENCHMARK });
    }
  }

  private partsIn({ benchmark, parts }: LinkState): string[] {
    const all = this.tools.partsOf(benchmark);
    const named = parts.flatMap((part) => {
      const place = placeIn(part);
      return place === null ? part : (all[place] ?? []);
    });
    return named.length > 0 ? named : all;
  }

  private chosenOf({ pair, selection }: LinkState, { info, parts, pairs }: OpenBenchmark): Chosen {
    const row = pair === null ? -1 : (placeIn(pair) ?? pairs.findIndex(({ id }) => id === pair));
    const isOfThese = selection?.pairs === pairs.length && selection.content === contentMark(parts);
    if (selection && !isOfThese) {
      this.tools.notices.add(
        'note',
        `The link selects pairs of another content of ${info.title} than the one that is here, so its selection was left out.`,
      );
    }
    return {
      pair: row >= 0 && row < pairs.length ? row : null,
      selection: isOfThese ? selection.rows : null,
    };
  }

  private async sayMissing(entries: readonly SystemEntry[]): Promise<void> {
    for (const { run, spec } of entries) {
      const what = run === null ? await this.tools.missing(spec) : null;
      if (what !== null) this.tools.notices.add('note', what);
    }
  }
}

/** "*7" is the eighth of a list. */
function placeIn(text: string): number | null {
  const [, digits] = /^\*(\d{1,9})$/.exec(text) ?? [];
  return digits === undefined ? null : Number(digits);
}

/** The kind of thing of a person's own that a system is made from, with its name; null where there is none. */
export function ownOf({
  kind,
  parameters,
}: SystemSpec): { kind: 'code' | 'scores' | 'file' | 'folder'; name: string } | null {
  if (kind === 'code') return { kind, name: String(parameters.name) };
  if (kind === 'scores') return { kind, name: String(parameters.file) };
  for (const parameter of definitionOf(kind).parameters) {
    if (parameter.kind !== 'model') continue;
    const name = String(parameters[parameter.name]);
    if (name.startsWith('file:')) return { kind: 'file', name };
    if (name.startsWith('folder:')) return { kind: 'folder', name };
  }
  return null;
}
