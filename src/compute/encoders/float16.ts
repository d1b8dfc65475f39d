/**
 * Numbers of a model's output as float32.
 * @throws Error where the output holds no floating-point numbers
 */
export function toFloat32(type: string, data: unknown): Float32Array {
  if (type === 'float32' && data instanceof Float32Array) return data;
  if (type === 'float16') {
    // Browsers that have no Float16Array get the bits.
    if (data instanceof Uint16Array) return Float32Array.from(data, fromHalf);
    if (ArrayBuffer.isView(data)) return Float32Array.from(data as unknown as ArrayLike<number>);
  }
  throw new Error(`The model's output is ${type}, not floating-point numbers.`);
}

/** A half-precision number (IEEE 754-2008 binary16) from its bits. */
export function fromHalf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
