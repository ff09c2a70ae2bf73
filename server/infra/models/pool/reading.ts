import type { Vector } from "#lib/stats/log-space.ts";
import type { SeriesFit } from "./fit-series.ts";
import type { Scale } from "./scale.ts";
import type { SeriesModel } from "./series-model.ts";

/**
 * What the release makes of an input: what it uses, by kind, and what it ignores. Every observation is in one of them.
 */
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
  /** The observation's place in `input.context`. */
  readonly observation: number;
  /** Days from `observed_at` to `as_of`; 0 or more. */
  readonly age: number;
};

export interface Forecast {
  readonly kind: "forecast";
  /** The source's name without case and outer white space: "Polymarket" and "polymarket " are one source. */
  readonly source: string;
  /** Sums to 1; zeros are kept. */
  readonly probabilities: Vector;
  readonly weight: number;
}

export interface Counts {
  readonly kind: "counts";
  /** Without case and outer white space, as for sources. */
  readonly referenceClass: string;
  readonly counts: Vector;
  /** How many cases there are in all; more than 0. */
  readonly cases: number;
}

export interface Measurement {
  readonly kind: "measurement";
  /** Without case and outer white space, as for sources. */
  readonly series: string;
  readonly value: number;
  /** Without outer white space; "mW" and "MW" are two units. */
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
  /** Whether the bounds themselves belong to it. */
  readonly withLow: boolean;
  readonly withHigh: boolean;
}

/** The measurements of one series and what they mean, fit to be forecast from. */
export interface Series {
  readonly name: string;
  /** Its measurements and its partition, by their places in `input.context`. */
  readonly observations: readonly number[];
  readonly measurements: number;
  /** Those of its partition. */
  readonly intervals: readonly Interval[];
  /** The newest measurement. */
  readonly last: number;
  /** Days from the last measurement to the deadline. */
  readonly horizon: number;
  /** Days from the first measurement to the last. */
  readonly span: number;
  /** How often a measurement was the same as the one a horizon before it, 0 to 1. */
  readonly unchanged: number;
  /** None where the series has never moved. */
  readonly candidates: readonly Candidate[];
}

/** A model on a scale, and what it makes of the series. */
export interface Candidate extends SeriesFit {
  readonly scale: Scale;
  readonly model: SeriesModel;
}

export interface Ignored {
  readonly observation: number;
  readonly type: "text" | "structured";
  readonly reason: string;
}

/** How much an observation counts; what shares sum to stands where they are used. */
export interface Share {
  readonly observation: number;
  readonly weight: number;
}

/** What a reader of one kind says: the data in the release's terms, or why they are of no use. */
export type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string };
