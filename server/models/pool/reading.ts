import type { Vector } from "#lib/stats/log-space.ts";
import type { SeriesFit } from "./fit-series.ts";
import type { Scale } from "./scale.ts";
import type { SeriesModel } from "./series-model.ts";

/** The parsed input: used observations by kind, and ignored ones. Every observation is in exactly one of them. */
export interface ParsedInput {
  /** Sorted by code units. */
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
  /** Days from `observed_at` to `as_of`; 0 or more. */
  readonly age: number;
};

export interface Forecast {
  readonly kind: "forecast";
  /** The source's name in lower case and trimmed: "Polymarket" and "polymarket " are one source. */
  readonly source: string;
  /** Sums to 1; zeros stay zero. */
  readonly probabilities: Vector;
  readonly weight: number;
}

export interface Counts {
  readonly kind: "counts";
  /** Lower case and trimmed. */
  readonly referenceClass: string;
  readonly counts: Vector;
  /** The number of cases; greater than 0. */
  readonly cases: number;
}

export interface Measurement {
  readonly kind: "measurement";
  /** Lower case and trimmed. */
  readonly series: string;
  readonly value: number;
  /** Trimmed; "mW" and "MW" are different units. */
  readonly unit: string | undefined;
}

export interface Partition {
  readonly kind: "partition";
  readonly series: string;
  /** In the order of the options. */
  readonly intervals: readonly Interval[];
}

export interface Interval {
  readonly low: number;
  readonly high: number;
  /** Whether the lower bound is part of the interval. */
  readonly withLow: boolean;
  readonly withHigh: boolean;
}

/** A series that can be forecast: its measurements and its partition. */
export interface Series {
  readonly name: string;
  /** The indices of its measurements and its partition in `input.context`. */
  readonly observations: readonly number[];
  readonly measurements: number;
  /** The intervals of its partition. */
  readonly intervals: readonly Interval[];
  /** The newest measurement. */
  readonly last: number;
  /** Days from the last measurement to the deadline. */
  readonly horizon: number;
  /** Days from the first measurement to the last. */
  readonly span: number;
  /** The share of measurements that equal the one a horizon earlier, 0 to 1. */
  readonly unchanged: number;
  /** Empty if the series has never changed. */
  readonly candidates: readonly Candidate[];
}

/** A model's fit to the series on one scale. */
export interface Candidate extends SeriesFit {
  readonly scale: Scale;
  readonly model: SeriesModel;
  /** The ratio of recent volatility to overall volatility; 1 for models other than walks without noise. */
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

/** The result of parsing one kind: the data in the release's terms, or why it is unusable. */
export type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string };
