/**
 * Maps option ids to probabilities, 0..1. They sum to 1 within 1e-6 in a forecast of the service. The functions in
 * lib/stats do not check the sum.
 */
export type Distribution = Readonly<Record<string, number>>;

/** Returns the probability of an option. Throws a RangeError for an unknown option. */
export function probabilityOf(distribution: Distribution, option: string): number {
  const probability = Object.hasOwn(distribution, option) ? distribution[option] : undefined;
  if (probability === undefined) throw new RangeError(`the distribution has no option ${option}`);
  return probability;
}

export function haveSameOptions(a: Distribution, b: Distribution): boolean {
  const options = Object.keys(a);
  return options.length === Object.keys(b).length && options.every((option) => Object.hasOwn(b, option));
}

/** Returns the probabilities of options in their order; 0 for an unknown option. */
export function vectorOf(distribution: Distribution, options: readonly string[]): number[] {
  return options.map((option) => (Object.hasOwn(distribution, option) ? (distribution[option] ?? 0) : 0));
}
