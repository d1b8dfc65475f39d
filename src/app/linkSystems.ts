import type { SystemEntry } from './systemEntry.svelte.ts';

/** Links name a system by its place in their list. */
export interface LinkPlaces {
  /** Null where the system is none of the list. */
  of: (uid: number | null) => number | null;
  ofAll: (uids: Iterable<number>) => number[];
}

export function placesOf(systems: readonly SystemEntry[]): LinkPlaces {
  const places = new Map(systems.map(({ uid }, place) => [uid, place]));
  const of = (uid: number | null): number | null => (uid === null ? null : (places.get(uid) ?? null));
  return {
    of,
    ofAll: (uids) => [...uids].flatMap((uid) => places.get(uid) ?? []).sort((a, b) => a - b),
  };
}

/** The systems that a link's list became. */
export interface LinkSystems {
  /** Null where the link names none, or one that is not there. */
  uidAt: (place: number | null) => number | null;
  uidsAt: (places: readonly number[]) => Set<number>;
}

/** @param entries in the order of the link's list; null where its text was no system's */
export function systemsOf(entries: readonly (SystemEntry | null)[]): LinkSystems {
  const uidAt = (place: number | null): number | null =>
    place === null ? null : (entries[place]?.uid ?? null);
  return {
    uidAt,
    uidsAt: (places) => new Set(places.flatMap((place) => uidAt(place) ?? [])),
  };
}
