/** To the microsecond: more digits would claim what the clock does not know. */
export function milliseconds(value: number): number {
  return Math.round(value * 1000) / 1000;
}
