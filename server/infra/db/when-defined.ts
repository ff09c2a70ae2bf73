/** A condition that holds only where there is a value for it: `and()` passes over undefined. */
export function whenDefined<T, R>(value: T | undefined, condition: (value: T) => R): R | undefined {
  return value === undefined ? undefined : condition(value);
}
