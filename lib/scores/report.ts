import type { Interval } from "#lib/stats/bootstrap.ts";
import type { Discrimination } from "#lib/stats/discrimination.ts";
import type { Decomposition, ReliabilityPoint } from "#lib/stats/reliability.ts";
import type { Loss } from "./score-forecast.ts";

/** Changes whenever the same data give other figures, so that digests of reports are compared only within a version. */
export const ENGINE_VERSION = 2;

/** A mean over questions, or a function of such means, with its 95 % intervals. */
export interface Figure {
  readonly value: number;
  /** By bootstrap over questions; null with fewer than two questions. */
  readonly interval: Interval | null;
  /** By bootstrap over blocks of cases that may depend on each other; null with fewer than two blocks. */
  readonly blockInterval?: Interval | null;
}

/** Comparison with a reference on the forecasts that have it. Differences are model minus reference; lower is better. */
export interface Comparison {
  readonly forecasts: number;
  readonly questions: number;
  /** Mean scores of the reference. */
  readonly log: number;
  readonly brier: number;
  readonly logDifference: Figure;
  readonly brierDifference: Figure;
  /** 1 − score / score of the reference; null if the reference scores 0. Above 0, the model is better. */
  readonly logSkill: Figure | null;
  readonly brierSkill: Figure | null;
  /** The smallest difference in log score that a comparison of this size detects in 80 of 100 cases. */
  readonly detectable: number | null;
}

/** Scores of a group of forecasts: all with one value in one dimension. Means are over questions. */
export interface Summary {
  readonly dimension: string;
  readonly value: string;
  readonly forecasts: number;
  readonly questions: number;
  readonly log: Figure;
  readonly brier: Figure;
  /** The means in which every forecast has the same weight. */
  readonly overForecasts: Loss;
  /** Keys are names of references, without those that no forecast has. */
  readonly references: Readonly<Record<string, Comparison>>;
}

/** Scores of a group by month, year or decade. */
export type Period = Pick<Summary, "value" | "forecasts" | "questions" | "log" | "brier">;

export interface QuestionMean {
  readonly questions: number;
  readonly value: number;
}

/** A group with everything that its page shows. */
export interface Section extends Summary {
  /** Number of blocks; null if the forecasts have none. */
  readonly blocks: number | null;
  /** Binary Brier score of questions with two options. */
  readonly binary: QuestionMean | null;
  /** Ranked probability score of questions with ordered options. */
  readonly ranked: (Figure & { readonly questions: number }) | null;
  readonly reliability: readonly ReliabilityPoint[];
  readonly decomposition: Decomposition | null;
  readonly discrimination: Discrimination | null;
  /** Number of questions by the bin of the highest probability. A question may be in several bins in part. */
  readonly sharpness: readonly number[];
  /** Forecasts whose options are the intervals of a series; null if there are none. */
  readonly ordered: Ordered | null;
  /** Earliest first. */
  readonly periods: readonly Period[];
}

export interface Ordered {
  readonly forecasts: number;
  readonly lowest: Tail;
  readonly highest: Tail;
  /** Shares of the probability integral transform in ten equal bins; sums to 1. */
  readonly pit: readonly number[];
}

/** The lowest or the highest interval, which are open-ended. */
export interface Tail {
  /** Mean probability. */
  readonly forecast: number;
  /** Share of the outcomes in the interval. */
  readonly observed: number;
  /** Observed minus forecast. */
  readonly difference: Figure;
}
