import type { Distribution } from "#lib/stats/distribution.ts";

export type SourceKind = "forecast" | "counts" | "series";

/** The length of the cycle that the models of a series have. */
export type Cycle = "day" | "week" | "year";

/** One step from the observations to the answer, with the probabilities after it. */
export type Step = { readonly probabilities: Distribution } & (
  | SourceStep
  /** The mean of the sources of a kind that have no step of their own. */
  | ({ readonly step: "other sources"; readonly sources: number; readonly weight: number } & Mean)
  /** The mean of several sources of one kind. */
  | ({ readonly step: "mean" } & Mean)
  /** The log odds after the previous step, relative to those of the base rate, are multiplied by `exponent`. */
  | { readonly step: "adjusted"; readonly exponent: number; readonly hasBaseRate: boolean }
  /** The weighted mean of all kinds, in log space. The weights sum to 1. */
  | { readonly step: "combined"; readonly weights: readonly { readonly kind: SourceKind; readonly weight: number }[] }
  /** Lower probabilities are raised to `floor`. */
  | { readonly step: "floor"; readonly floor: number }
  | { readonly step: "before recalibration" }
  /** The log odds are multiplied by `exponent`; unless it is 1, lower probabilities are first raised to `floor`. */
  | { readonly step: "recalibrated"; readonly exponent: number; readonly floor: number }
  | { readonly step: "answer" }
);

/** A weighted power mean with this exponent; with 0, the mean in log space. */
interface Mean {
  readonly kind: SourceKind;
  readonly exponent: number;
}

/** The probabilities that the model derives from one source. */
interface SourceStep {
  readonly step: "source";
  readonly kind: SourceKind;
  readonly name: string;
  /** The source's share of the embedded model's answer. */
  readonly weight: number;
  /** The number of used observations; for a series, the number of its values. */
  readonly observations: number;
  /** For a series: set if models with this cycle have most of the weight. */
  readonly cycle: Cycle | null;
  /** The date of the latest observation; for a series, of its newest value. */
  readonly at: string;
  /** The latest observations' share of the source's weight; null if the probabilities are those of the latest alone. */
  readonly latestShare: number | null;
}
