/** Builds a condition only for a defined value: Drizzle's `and()` skips undefined. */
export function whenDefined<T, R>(value: T | undefined, condition: (value: T) => R): R | undefined {
  return value === undefined ? undefined : condition(value);
}
