import type { Observation, PredictionRequest } from "#lib/contract/request.ts";
import { formatDay } from "#lib/format.ts";
import { seededRandom } from "#lib/stats/seeded-random.ts";
import { readExample } from "#test/start-gateway.ts";
import { QUESTION_TEXTS, type QuestionText, type Series } from "./question-texts.ts";

/** An invented question. Times are in milliseconds. */
export interface Question {
  readonly task: PredictionRequest["task"];
  readonly tag: string;
  readonly opensAt: number;
  readonly resolvesAt: number;
  /** Id of the option that happens. */
  readonly outcome: string;
  /** Returns a request with information cutoff `at` and everything that is known by then. */
  requestAt(at: number): PredictionRequest;
}

export const DAY_MS = 86_400_000;
const { model } = readExample("binary");
/** Length of the published part of a series before the question opens, in days. */
const PAST_DAYS = 140;
const COMPARABLE_CASES = 40;
const TOWNS = ["Larkfield", "Aldermoor", "Vessby", "Quaymouth", "Tarn Hill", "Osterlund", "Brennick", "Saltmarsh"];
const PREFIXES = ["", "Upper ", "Lower ", "North ", "South ", "East ", "West ", "New "];

/**
 * Authors of the quoted forecasts. `error` is the standard deviation of a source's error in a question, in log odds.
 * `lag` is the age of the level that it knows, in days. `interval` is the number of days between its forecasts.
 */
const SOURCES = [
  { name: "Open Forecast Market", error: 0.3, lag: 0, interval: 4 },
  { name: "Coastal Forecasting Club", error: 0.4, lag: 1, interval: 7 },
  { name: "Panel of four experts", error: 0.7, lag: 3, interval: 11 },
  { name: "Survey of the Harbour Gazette", error: 1.2, lag: 12, interval: 13 },
] as const;
/** Sources shrink their log probabilities by this factor, because each knows only a part of the truth. */
const CAUTION = 0.85;
const JITTER = 0.1;
/** The share of questions that a source, other than the first, forecasts. */
const COVERAGE = 0.7;

/**
 * Returns question number `number`, counted from 0. A hidden random walk decides the outcome: the option in whose
 * interval the walk ends. Sources know the current probability of each interval with an error; a numeric series
 * publishes the walk itself. Equal arguments give an equal question.
 */
export function inventQuestion(number: number, opensAt: number): Question {
  const random = seededRandom(number + 1);
  const words = QUESTION_TEXTS[number % QUESTION_TEXTS.length] as QuestionText;
  const days = 30 + Math.floor(46 * random());
  const resolvesAt = opensAt + days * DAY_MS;
  const town = nameTown(Math.floor(number / QUESTION_TEXTS.length));
  const fill = (text: string) => text.replaceAll("{town}", town).replaceAll("{date}", formatDay(iso(resolvesAt)));
  const series = isSeries(words.outcome) ? { ...words.outcome, name: fill(words.outcome.name) } : undefined;
  const walk = hiddenWalk(random, days);
  const { bounds, criteria } = isSeries(words.outcome)
    ? roundedIntervals(words.outcome, random)
    : { bounds: spreadBounds(Object.keys(words.outcome).length, random), criteria: words.outcome };
  const options = Object.keys(criteria);
  const levelOn = (day: number) => intervalProbabilities(bounds, walk(day), Math.sqrt((days - day) / days));
  const known: Observation[] = [];
  const add = (day: number, observation: { text: string } | { data: object }) => {
    const type = "text" in observation ? "text" : "structured";
    known.push({ type, ...observation, observed_at: iso(opensAt + day * DAY_MS) } as Observation);
  };
  for (const [index, text] of words.news.entries()) add(days * 0.35 * index, { text: fill(text) });
  if (words.referenceClass !== undefined) {
    const counts = levelOn(0).map((level) => Math.round(level * COMPARABLE_CASES));
    add(0, { data: { kind: "counts", reference_class: words.referenceClass, counts: byOption(options, counts) } });
  }
  if (series !== undefined) {
    const value = (x: number) => Number((series.level + series.spread * x).toFixed(1));
    const intervals = options.map((_, index) => ({
      ...(index > 0 && { at_least: value(bounds[index - 1] ?? 0) }),
      ...(index < bounds.length && { below: value(bounds[index] ?? 0) }),
    }));
    add(0, { data: { kind: "partition", series: series.name, intervals: byOption(options, intervals) } });
    for (let day = days - 7 * Math.floor((days + PAST_DAYS) / 7); day < days; day += 7) {
      const { name, unit } = series;
      add(day, { data: { kind: "measurement", series: name, value: value(walk(day)), unit } });
    }
  } else {
    for (const { name, error, lag, interval } of SOURCES) {
      const isFirst = name === SOURCES[0].name;
      if (!isFirst && random() > COVERAGE) continue;
      const bias = options.map(() => error * gaussian(random));
      for (let day = isFirst ? 0 : random() * interval; day < days - 1; day += interval) {
        const logs = levelOn(Math.max(0, day - lag)).map(
          (level, index) => CAUTION * Math.log(level) + (bias[index] ?? 0) + JITTER * gaussian(random),
        );
        add(day, { data: { kind: "forecast", source: name, probabilities: byOption(options, toProbabilities(logs)) } });
      }
    }
  }
  const task: Question["task"] = {
    type: "choice",
    instructions: fill(words.instructions),
    criteria: Object.fromEntries(Object.entries(criteria).map(([id, text]) => [id, fill(text)])),
    resolution: { criteria: fill(words.resolution), resolves_at: iso(resolvesAt) },
  };
  return {
    task,
    tag: words.tag,
    opensAt,
    resolvesAt,
    outcome: options[bounds.filter((bound) => walk(days) >= bound).length] as string,
    requestAt(at) {
      const context = known.filter(({ observed_at }) => Date.parse(observed_at) <= at);
      context.sort((one, other) => Date.parse(one.observed_at) - Date.parse(other.observed_at));
      return { model, task, input: { as_of: iso(at), context } };
    },
  };
}

/** Formats milliseconds since 1970 as ISO 8601, rounded down to whole seconds. */
export function iso(at: number): string {
  return new Date(Math.floor(at / 1000) * 1000).toISOString().replace(".000", "");
}

export function text(words: string, at: string): Observation {
  return { type: "text", text: words, observed_at: at };
}

function nameTown(number: number): string {
  const prefix = PREFIXES[Math.floor(number / TOWNS.length)] ?? `District ${number} of `;
  return `${prefix}${TOWNS[number % TOWNS.length]}`;
}

/** Returns a random walk that is 0 on day 0 and has variance 1 on the last day; it begins PAST_DAYS before day 0. */
function hiddenWalk(random: () => number, days: number): (day: number) => number {
  const path = [0];
  for (let day = 1; day <= days + PAST_DAYS; day++)
    path.push((path[day - 1] ?? 0) + gaussian(random) / Math.sqrt(days));
  const start = path[PAST_DAYS] ?? 0;
  return (day) => (path[Math.floor(day) + PAST_DAYS] ?? 0) - start;
}

/** Returns the bounds between the intervals of `count` options, around a random centre. */
function spreadBounds(count: number, random: () => number): number[] {
  const centre = 1.2 * (random() - 0.5);
  return Array.from({ length: count - 1 }, (_, index) => centre + 0.8 * (index - (count - 2) / 2));
}

/** Returns four intervals of whole numbers as options, and their bounds on the scale of the hidden walk. */
function roundedIntervals({ level, spread, unit }: Series, random: () => number) {
  const step = Math.round(0.8 * spread);
  const middle = Math.round(level + 0.6 * spread * (random() - 0.5));
  const values = [middle - step, middle, middle + step] as const;
  const [low, , high] = values;
  const criteria = {
    [`below_${low}`]: `Less than ${low} ${unit}.`,
    [`${low}_to_${middle}`]: `At least ${low} and less than ${middle} ${unit}.`,
    [`${middle}_to_${high}`]: `At least ${middle} and less than ${high} ${unit}.`,
    [`${high}_or_more`]: `At least ${high} ${unit}.`,
  };
  return { bounds: values.map((value) => (value - level) / spread), criteria };
}

/** Returns the probability that a normal variable lies in each interval; the normal law is approximated by a logistic. */
function intervalProbabilities(bounds: readonly number[], mean: number, deviation: number): number[] {
  const below = bounds.map((bound) => 1 / (1 + Math.exp((1.702 * (mean - bound)) / deviation)));
  return [...below, 1].map((upper, index) => Math.max(1e-4, upper - (below[index - 1] ?? 0)));
}

/** Returns probabilities with four decimals from unnormalised log probabilities. */
function toProbabilities(logs: readonly number[]): number[] {
  const weights = logs.map((log) => Math.exp(log));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => Number((weight / total).toFixed(4)));
}

function byOption<T>(options: readonly string[], values: readonly T[]): Record<string, T> {
  return Object.fromEntries(options.map((id, index) => [id, values[index] as T]));
}

/** Returns a standard normal number (Box–Muller). */
function gaussian(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

function isSeries(outcome: QuestionText["outcome"]): outcome is Series {
  return typeof outcome.level === "number";
}
