/** Returns axis ticks that enclose both values, at multiples of 1, 2 or 5 times a power of ten. */
export function niceTicks(low: number, high: number): readonly number[] {
  const span = high - low || 1;
  const power = 10 ** Math.floor(Math.log10(span / 5));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => span / one <= 8) ?? span;
  const [first, last] = [Math.floor(low / step), Math.ceil(high / step)];
  // Rounded, because in binary floating point 3 × 0.1 is not exactly 0.3.
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}
