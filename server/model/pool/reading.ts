import type { Vector } from "./log-space.ts";

/** What the release makes of an input: what it can use, by kind, and what it ignores. A new kind is one more list here. */
export interface Reading {
  readonly options: readonly string[];
  readonly forecasts: readonly Dated<Forecast>[];
  readonly counts: readonly Dated<Counts>[];
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
