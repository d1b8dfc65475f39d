const BEYOND_LATIN1 = /[^\u0000-\u00ff]/;

/**
 * About how many bytes a value takes once stored, by the rules of the browsers' serialisers: one byte a
 * character in a Latin-1 string and two otherwise, eight a number. Ignores indexes and compression.
 */
export function approximateSizeBytes(value: unknown): number {
  if (typeof value === 'string') return BEYOND_LATIN1.test(value) ? 2 * value.length : value.length;
  if (typeof value === 'number') return 8;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (typeof value !== 'object' || value === null) return 1;
  let sizeBytes = 0;
  for (const [name, item] of Object.entries(value)) {
    sizeBytes += (Array.isArray(value) ? 0 : name.length) + approximateSizeBytes(item);
  }
  return sizeBytes;
}
