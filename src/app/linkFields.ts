/** One field of a link: how its values stand in the address, and how they are read from there. */
export interface LinkField<T> {
  /** Its name in the address. */
  name: string;
  /** What holds where the address does not say; it is never written. */
  initial: T;
  /** One text for each time that the name stands in the address. */
  write: (value: T) => readonly string[];
  /** Undefined where the texts are none that `write` makes: then the link does not say. */
  read: (texts: readonly string[]) => T | undefined;
  /**
   * What of a value may stand in a link to a benchmark of a person's own file, whose words never do. Absent where any
   * value may: it is a number, or one of a list that the page has.
   */
  ofOwnFile?: (value: T) => T;
  /** What it is, for a link that would be too long with it. Absent where the link is none without it. */
  omit?: { what: string; rank: number };
}

/** A value that stands once. */
function one<T>(
  name: string,
  initial: T,
  write: (value: NonNullable<T>) => string,
  read: (text: string) => T | undefined,
): LinkField<T> {
  return {
    name,
    initial,
    write: (value) => (value === null || value === undefined ? [] : [write(value)]),
    read: ([text]) => (text === undefined ? undefined : read(text)),
  };
}

/** Any text but the empty one, which is written as the initial value is: not at all. */
export function textField<T extends string | null>(name: string, initial: T): LinkField<T> {
  return {
    name,
    initial,
    write: (value) => (value ? [value] : []),
    read: ([text]) => (text ? (text as T) : undefined),
  };
}

export function textsField(name: string): LinkField<string[]> {
  return {
    name,
    initial: [],
    write: (texts) => texts,
    // An empty text names nothing.
    read: (texts) => (texts.some((text) => text !== '') ? texts.filter((text) => text !== '') : undefined),
  };
}

/** One of a list. */
export function choiceField<T extends string | null>(
  name: string,
  initial: T,
  choices: readonly NonNullable<T>[],
): LinkField<T> {
  return one(
    name,
    initial,
    (value) => value,
    (text) => choices.find((choice) => choice === text),
  );
}

export function flagField(name: string): LinkField<boolean> {
  return {
    name,
    initial: false,
    write: (value) => (value ? ['1'] : []),
    read: ([text]) => (text === '1' ? true : undefined),
  };
}

/** A whole number from 0. */
export function wholeField<T extends number | null>(
  name: string,
  initial: T,
  highest = 2 ** 32 - 1,
): LinkField<T> {
  return one(name, initial, String, (text) => readWhole(text, highest) as T | undefined);
}

/** Places in a list: "0,2". */
export function placesField(name: string): LinkField<number[]> {
  return {
    name,
    initial: [],
    write: (places) => (places.length > 0 ? [places.join(',')] : []),
    read: ([text]) => (text === undefined ? undefined : readPlaces(text)),
  };
}

/** Anything with a way of its own to be written. */
export function encodedField<T>(
  name: string,
  write: (value: T) => string,
  read: (text: string) => T | undefined,
): LinkField<T | null> {
  return one<T | null>(name, null, write, read);
}

/** Undefined where the text is no whole number, the empty one included, which `Number` reads as 0. */
export function readWhole(text: string, highest = 2 ** 32 - 1): number | undefined {
  if (!/^\d{1,10}$/.test(text)) return undefined;
  const value = Number(text);
  return value <= highest ? value : undefined;
}

export function readPlaces(text: string): number[] | undefined {
  const places = text.split(',').map((piece) => readWhole(piece));
  return places.some((place) => place === undefined) ? undefined : (places as number[]);
}
