import type { CorrelationName } from '../evaluation/types.ts';
import type { OpenedPairs } from './errorAnalysis.svelte.ts';
import type { LinkPlaces, LinkSystems } from './linkSystems.ts';
import type { PairFilter } from './pairMarks.ts';
import type { PairOrder } from './pairOrder.ts';
import type { LinkState, PlotHeight } from './permalink.ts';

/** The address changes no faster: browsers refuse a page that changes it too often. */
const LINK_PAUSE_MS = 600;

type LookFields = Pick<
  LinkState,
  'yMode' | 'jitter' | 'sortedBy' | 'published' | 'order' | 'orderOf' | 'filter' | 'search'
>;

/** How the Compare view is looked at: its plot, its table and its list of pairs. */
export class CompareLook {
  yMode = $state<PlotHeight>('raw');
  jitter = $state(false);
  /** By which measure the systems are sorted; null keeps the order of the panel. */
  sortedBy = $state<CorrelationName | null>(null);
  published = $state(false);
  order = $state<PairOrder>('worst');
  /** Uid of the system whose residuals order the pairs; null for the last that ran. */
  orderOf = $state<number | null>(null);
  filter = $state<PairFilter>('all');
  private typed = $state.raw({ text: '', benchmark: null as string | null });
  /** The search a moment after its last key. */
  private settled = $state.raw({ text: '', benchmark: null as string | null });
  private begun: OpenedPairs | null = null;
  private pause: ReturnType<typeof setTimeout> | undefined;
  private readonly benchmark: () => string | null;

  /** @param benchmark id of the one that is open */
  constructor(benchmark: () => string | null) {
    this.benchmark = benchmark;
  }

  /** Belongs to the benchmark that it was typed over: words of one file don't follow to another. */
  get search(): string {
    return this.typed.benchmark === this.benchmark() ? this.typed.text : '';
  }

  set search(text: string) {
    this.typed = { text, benchmark: this.benchmark() };
    clearTimeout(this.pause);
    this.pause = setTimeout(() => this.settle(), LINK_PAUSE_MS);
  }

  /** Takes the search into the link now. */
  settle(): void {
    clearTimeout(this.pause);
    this.settled = this.typed;
  }

  /** Pairs that come from the Errors view are read as it shows them, until the person chooses otherwise. */
  begin(opened: OpenedPairs): void {
    if (this.begun === opened) return;
    this.begun = opened;
    this.order = opened.order;
    this.orderOf = opened.uid;
    this.filter = 'all';
    this.search = '';
  }

  linkFields(places: LinkPlaces): LookFields {
    const { yMode, jitter, sortedBy, published, order, filter, settled } = this;
    const search = settled.benchmark === this.benchmark() ? settled.text : '';
    return { yMode, jitter, sortedBy, published, order, orderOf: places.of(this.orderOf), filter, search };
  }

  takeLink(link: LookFields & Pick<LinkState, 'benchmark'>, systems: LinkSystems): void {
    this.yMode = link.yMode;
    this.jitter = link.jitter;
    this.sortedBy = link.sortedBy;
    this.published = link.published;
    this.order = link.order;
    this.orderOf = systems.uidAt(link.orderOf);
    this.filter = link.filter;
    this.typed = { text: link.search, benchmark: link.benchmark };
    this.settle();
  }
}
