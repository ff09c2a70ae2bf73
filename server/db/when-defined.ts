/** Builds a condition from a defined value. Otherwise returns undefined, which Drizzle's `and()` skips. */
export function whenDefined<T, R>(value: T | undefined, condition: (value: T) => R): R | undefined {
  return value === undefined ? undefined : condition(value);
}
