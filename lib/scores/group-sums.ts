import { discriminationOf } from "#lib/stats/discrimination.ts";
import { PIT_BINS, pitShares } from "#lib/stats/pit.ts";
import { BINS, type Binned, BinSums, binOf, decomposeBrier, reliabilityOf } from "#lib/stats/reliability.ts";
import { skill } from "#lib/stats/scores.ts";
import { QuestionMeans } from "./question-means.ts";
import type { Comparison, Figure, Ordered, Period, Section, Summary } from "./report.ts";
import type { Loss } from "./score-forecast.ts";

/** A scored forecast. */
export interface Case extends Loss, Binned {
  /** Ranked probability score. */
  readonly rps?: number | null | undefined;
  /** Indexes of the options from the lowest interval to the highest, if the options are the intervals of a series. */
  readonly order?: readonly number[] | undefined;
  /** Scores of reference forecasts by name. */
  readonly references: Readonly<Record<string, Loss | undefined>>;
  /** Forecasts of the same block may depend on each other. */
  readonly block?: string | undefined;
  /** Month, year or decade. */
  readonly period?: string | undefined;
}

/** Collects the forecasts of a group, question by question. */
export class GroupSums {
  readonly #scores = new QuestionMeans(2);
  readonly #references = new Map<string, QuestionMeans>();
  #overForecasts = { log: 0, brier: 0 };

  add(forecasts: readonly Case[]): void {
    this.#scores.add(forecasts, scoresOf);
    for (const { log, brier } of forecasts) {
      this.#overForecasts.log += log;
      this.#overForecasts.brier += brier;
    }
    for (const name of referencesOf(forecasts)) {
      entryOf(this.#references, name, () => new QuestionMeans(4)).add(
        forecasts,
        ({ log, brier, references }, values) => {
          const reference = references[name];
          if (reference === undefined) return false;
          scoresOf({ log, brier }, values);
          values[2] = reference.log;
          values[3] = reference.brier;
          return true;
        },
      );
    }
  }

  get blocks(): number | null {
    return this.#scores.blocks === 0 ? null : this.#scores.blocks;
  }

  summary(dimension: string, value: string): Summary {
    const { forecasts, questions } = this.#scores;
    const compared = [...this.#references].filter(([, means]) => means.questions > 0);
    return {
      dimension,
      value,
      forecasts,
      questions,
      ...scoreFigures(this.#scores),
      overForecasts: { log: this.#overForecasts.log / forecasts, brier: this.#overForecasts.brier / forecasts },
      references: Object.fromEntries(compared.map(([name, means]) => [name, compare(means)])),
    };
  }
}

/** Collects what the page of a group shows beyond its summary. */
export class SectionSums extends GroupSums {
  readonly #ranked = new QuestionMeans(1);
  readonly #tails = new QuestionMeans(4);
  readonly #bins = new BinSums();
  readonly #periods = new Map<string, QuestionMeans>();
  /** Sums of the means of questions. */
  readonly #tops = new Float64Array(BINS);
  readonly #pit = new Float64Array(PIT_BINS);
  #happened = 0;
  #binary = { questions: 0, brier: 0 };

  override add(forecasts: readonly Case[]): void {
    super.add(forecasts);
    this.#ranked.add(forecasts, ({ rps }, values) => {
      values[0] = rps ?? 0;
      return typeof rps === "number";
    });
    this.#tails.add(forecasts, tailsOf);
    this.#bins.add(forecasts);
    this.#addShapes(forecasts);
    for (const [period, members] of Map.groupBy(forecasts, (one) => one.period)) {
      if (period !== undefined) entryOf(this.#periods, period, () => new QuestionMeans(2)).add(members, scoresOf);
    }
  }

  section(dimension: string, value: string): Section {
    const summary = this.summary(dimension, value);
    const bins = this.#bins.bins();
    const [ranked = null] = this.#ranked.figures([first]);
    const { questions, brier } = this.#binary;
    return {
      ...summary,
      blocks: this.blocks,
      binary: questions === 0 ? null : { questions, value: brier / questions },
      ranked: ranked === null ? null : { ...ranked, questions: this.#ranked.questions },
      reliability: reliabilityOf(bins),
      decomposition: decomposeBrier(bins),
      discrimination: discriminationOf(bins, this.#happened),
      sharpness: [...this.#tops],
      ordered: this.#ordered(),
      periods: [...this.#periods].sort(([one], [other]) => (one < other ? -1 : 1)).map(toPeriod),
    };
  }

  #addShapes(forecasts: readonly Case[]): void {
    const ordered = forecasts.filter(({ order }) => order !== undefined).length;
    for (const forecast of forecasts) {
      const { probabilities, happened } = forecast;
      let top = 0;
      for (const probability of probabilities) top = Math.max(top, probability);
      addTo(this.#tops, binOf(top), 1 / forecasts.length);
      this.#happened += (probabilities[happened] ?? 0) / forecasts.length;
      for (const [bin, share] of spreadOf(forecast).entries()) addTo(this.#pit, bin, share / ordered);
    }
    const binary = forecasts.filter(({ probabilities }) => probabilities.length === 2);
    if (binary.length === 0) return;
    this.#binary.questions++;
    for (const { brier } of binary) this.#binary.brier += brier / 2 / binary.length;
  }

  #ordered(): Ordered | null {
    const [tails, questions] = [this.#tails, this.#tails.questions];
    if (questions === 0) return null;
    const [lowForecast = 0, lowObserved = 0, highForecast = 0, highObserved = 0] = tails.means();
    const [low, high] = tails.figures([
      ([forecast = 0, observed = 0]) => observed - forecast,
      ([, , forecast = 0, observed = 0]) => observed - forecast,
    ]) as [Figure, Figure];
    return {
      forecasts: tails.forecasts,
      lowest: { forecast: lowForecast, observed: lowObserved, difference: low },
      highest: { forecast: highForecast, observed: highObserved, difference: high },
      pit: [...this.#pit].map((share) => share / questions),
    };
  }
}

function addTo(sums: Float64Array, index: number, value: number): void {
  sums[index] = (sums[index] as number) + value;
}

const first = ([value]: Float64Array) => value;
const second = ([, value]: Float64Array) => value;

/** By the normal approximation: a difference of 1.96 + 0.84 standard errors is significant in 80 of 100 cases. */
const DETECTABLE_ERRORS = 2.8;

function compare(means: QuestionMeans): Comparison {
  const [, , log = 0, brier = 0] = means.means();
  const [logDifference, brierDifference, logSkill = null, brierSkill = null] = means.figures([
    ([own = 0, , reference = 0]) => own - reference,
    ([, own = 0, , reference = 0]) => own - reference,
    ([own = 0, , reference = 0]) => skill(own, reference),
    ([, own = 0, , reference = 0]) => skill(own, reference),
  ]) as [Figure, Figure, Figure | null, Figure | null];
  const error = means.standardError(([own = 0, , reference = 0]) => own - reference);
  return {
    forecasts: means.forecasts,
    questions: means.questions,
    log,
    brier,
    logDifference,
    brierDifference,
    logSkill,
    brierSkill,
    detectable: error === null ? null : DETECTABLE_ERRORS * error,
  };
}

function scoreFigures(means: QuestionMeans): { readonly log: Figure; readonly brier: Figure } {
  const [log, brier] = means.figures([first, second]) as [Figure, Figure];
  return { log, brier };
}

function toPeriod([value, means]: readonly [string, QuestionMeans]): Period {
  return { value, forecasts: means.forecasts, questions: means.questions, ...scoreFigures(means) };
}

function scoresOf({ log, brier }: Loss, values: Float64Array): boolean {
  values[0] = log;
  values[1] = brier;
  return true;
}

/** Writes the forecast probability of the lowest and of the highest interval, each followed by whether it happened. */
function tailsOf({ order, probabilities, happened }: Case, values: Float64Array): boolean {
  if (order === undefined) return false;
  const [lowest = 0, highest = 0] = [order.at(0), order.at(-1)];
  const happens = (option: number) => (option === happened ? 1 : 0);
  values.set([probabilities[lowest] ?? 0, happens(lowest), probabilities[highest] ?? 0, happens(highest)]);
  return true;
}

function referencesOf(forecasts: readonly Case[]): readonly string[] {
  const names: string[] = [];
  for (const { references } of forecasts) {
    for (const name in references) if (!names.includes(name)) names.push(name);
  }
  return names;
}

function spreadOf({ order, probabilities, happened }: Case): readonly number[] {
  if (order === undefined) return [];
  return pitShares(
    order.map((option) => probabilities[option] ?? 0),
    order.indexOf(happened),
  );
}

function entryOf<Value>(map: Map<string, Value>, name: string, create: () => Value): Value {
  const value = map.get(name) ?? create();
  map.set(name, value);
  return value;
}
