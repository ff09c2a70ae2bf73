/** Rounds milliseconds to whole microseconds, the precision of the clock. */
export function milliseconds(value: number): number {
  return Math.round(value * 1000) / 1000;
}
