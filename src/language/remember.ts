/** Answers of a pure function are kept up to this many; then all are dropped, which costs less than an order of use. */
const MOST_KEPT = 50_000;

/** Keeps what a pure function answered, within bounds. */
export function bounded<K, V>(make: (key: K) => V, most = MOST_KEPT): (key: K) => V {
  const known = new Map<K, V>();
  return (key) => {
    const found = known.get(key);
    // No answer is undefined: every function that is kept here answers with something.
    if (found !== undefined) return found;
    if (known.size >= most) known.clear();
    const made = make(key);
    known.set(key, made);
    return made;
  };
}

/** Makes a value when it is first asked for. */
export function lazy<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}
