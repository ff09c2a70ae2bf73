/**
 * Maps option ids to probabilities, 0..1. The sum of a forecast of the service is 1 within 1e-6; lib/stats does not check it.
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
