import type { Answered } from "./read-answered.ts";

/** The options of a forecast in the caller's order; of an early event, which does not have it, in the canonical one. */
export function optionsOf({ options, result }: Answered): readonly string[] {
  return options ?? Object.keys(result.probabilities);
}

/** The same record with its keys in this order (but for keys like `10`, which JavaScript puts first). */
export function inOrder<T>(record: Readonly<Record<string, T>>, options: readonly string[]): Record<string, T> {
  return Object.fromEntries(
    options.flatMap((option) => (Object.hasOwn(record, option) ? [[option, record[option] as T]] : [])),
  );
}
