/**
 * Skill score: the share of a reference's loss that a forecaster avoids, 1 − score/reference. 1 is perfect, 0 no better
 * than the reference, below 0 worse; no unit. Both are means of the same loss (Brier or log) over the same questions.
 * Undefined where the reference loses nothing. Murphy 1988, Monthly Weather Review 116(12).
 */
export function skill(score: number, reference: number): number | undefined {
  return reference > 0 ? 1 - score / reference : undefined;
}
