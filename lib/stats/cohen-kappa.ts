export interface Agreement {
  readonly pairs: number;
  /** The share of pairs that agree; 0 without pairs. */
  readonly agreed: number;
  /**
   * Cohen's kappa, the agreement beyond chance divided by its maximum. 1 is complete agreement, 0 the agreement
   * expected by chance; negative values are less than that. Null without pairs, or if agreement by chance is certain.
   */
  readonly kappa: number | null;
}

/**
 * Returns the agreement of two ratings of the same items (J. Cohen, "A coefficient of agreement for nominal scales",
 * Educational and Psychological Measurement 20 (1960) 37-46). The first ratings of all pairs are from one rater, the
 * second ratings from the other.
 */
export function agreementOf(ratings: readonly (readonly [first: string, second: string])[]): Agreement {
  const pairs = ratings.length;
  if (pairs === 0) return { pairs, agreed: 0, kappa: null };
  const agreed = ratings.filter(([first, second]) => first === second).length / pairs;
  const share = (position: 0 | 1, value: string) => ratings.filter((pair) => pair[position] === value).length / pairs;
  const values = [...new Set(ratings.flat())];
  const byChance = values.reduce((sum, value) => sum + share(0, value) * share(1, value), 0);
  return { pairs, agreed, kappa: byChance === 1 ? null : (agreed - byChance) / (1 - byChance) };
}
