import type { Dated, Ignored } from "./reading.ts";

/**
 * Returns the newest item of each name; all other items are ignored with `reason`. Among items with the same date, the
 * one that `outranks` the others is chosen; if none outranks the others, the last one in the input.
 */
export function newestOfEach<T extends Dated<object>>(
  all: readonly T[],
  nameOf: (one: T) => string,
  reason: string,
  outranks: (one: T, other: T) => boolean = () => false,
): { readonly newest: readonly T[]; readonly ignored: readonly Ignored[] } {
  const known = new Map<string, T>();
  for (const one of all) {
    const other = known.get(nameOf(one));
    const older = other !== undefined && (one.age > other.age || (one.age === other.age && outranks(other, one)));
    if (!older) known.set(nameOf(one), one);
  }
  const newest = [...known.values()];
  const ignored = all
    .filter((one) => !newest.includes(one))
    .map(({ observation }): Ignored => ({ observation, type: "structured", reason }));
  return { newest, ignored };
}
