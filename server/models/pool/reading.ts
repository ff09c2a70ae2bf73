import type { Vector } from "#lib/stats/log-space.ts";
import type { SeriesFit } from "./fit-series.ts";
import type { Point, Scale } from "./scale.ts";

/** The parsed input. Every observation is either in one of the lists by kind or in `ignored`. */
export interface ParsedInput {
  /** Option ids in code-unit order. */
  readonly options: readonly string[];
  /** Days from `as_of` to the deadline. */
  readonly horizon: number;
  readonly forecasts: readonly Dated<Forecast>[];
  readonly counts: readonly Dated<Counts>[];
  readonly series: readonly Series[];
  readonly ignored: readonly Ignored[];
}

export type Dated<T> = T & {
  /** The observation's index in `input.context`. */
  readonly observation: number;
  /** Days from `observed_at` to `as_of`, at least 0; for a measurement, from the time of its value. */
  readonly age: number;
};

export interface Forecast {
  readonly kind: "forecast";
  /** The source's name in lower case and trimmed: "Polymarket" and "polymarket " are one source. */
  readonly source: string;
  /** Probabilities in the order of `ParsedInput.options`; sums to 1, may contain 0. */
  readonly probabilities: Vector;
  readonly weight: number;
}

export interface Counts {
  readonly kind: "counts";
  /** The name of the reference class in lower case and trimmed. */
  readonly referenceClass: string;
  /** Counts in the order of `ParsedInput.options`. */
  readonly counts: Vector;
  /** The sum of the counts; at least 1. */
  readonly cases: number;
}

/** One value of a measurement or a history. */
export interface Measurement {
  /** The name of the series in lower case and trimmed. */
  readonly series: string;
  readonly value: number;
  /** Trimmed, with case: "mW" and "MW" are different units. */
  readonly unit: string | undefined;
}

export interface Partition {
  readonly kind: "partition";
  readonly series: string;
  /** Intervals in the order of `ParsedInput.options`. */
  readonly intervals: readonly Interval[];
}

export interface Interval {
  /** -Infinity if the interval has no lower bound. */
  readonly low: number;
  /** Infinity if the interval has no upper bound. */
  readonly high: number;
  /** Whether the lower bound is part of the interval. */
  readonly withLow: boolean;
  readonly withHigh: boolean;
}

/** A usable series: it has enough measurements and a partition. */
export interface Series {
  readonly name: string;
  /** The share of each observation in the series: an equal share for each value and for the partition. Sums to 1. */
  readonly shares: readonly Share[];
  readonly measurements: number;
  /** The measurements, oldest first; days are relative to as_of. */
  readonly points: readonly Point[];
  readonly intervals: readonly Interval[];
  /** The value of the newest measurement. */
  readonly last: number;
  /** Days from the last measurement to the deadline. */
  readonly horizon: number;
  /** Days from the first measurement to the last. */
  readonly span: number;
  /** The share of measurements, 0..1, that equal the measurement one horizon earlier. */
  readonly unchanged: number;
  /** Empty if the series has never changed. */
  readonly candidates: readonly Candidate[];
}

export interface Candidate extends SeriesFit {
  readonly scale: Scale;
  /** The period in days of the cycle that the model has; undefined without a cycle of a day or a week. */
  readonly period: number | undefined;
  /** Recent volatility divided by overall volatility; 1 for all models except walks without noise. */
  readonly recent: number;
}

export interface Ignored {
  readonly observation: number;
  readonly type: "text" | "structured";
  readonly reason: string;
}

export interface Share {
  readonly observation: number;
  readonly weight: number;
}

/** The result of parsing an observation: the parsed data, or the reason why they are unusable. */
export type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string };
