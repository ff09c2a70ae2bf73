import { compareDateTimes } from "#lib/contract/date-time.ts";
import { readHistory } from "#lib/contract/history.ts";
import type { Observation } from "#lib/contract/request.ts";
import { byOption } from "#lib/stats/by-option.ts";
import type { Distribution } from "#lib/stats/distribution.ts";
import { posteriorMean } from "#lib/stats/posterior-mean.ts";
import type { PoolTrace } from "./read-trace.ts";
import type { Cycle, SourceKind } from "./step.ts";

interface Reading {
  readonly at: string;
  readonly probabilities: Distribution;
  /** The reading's share of the answer. */
  readonly weight: number;
}

/**
 * Observations that the embedded model used as one source: the forecasts of an author, the counts of a reference class,
 * or the measurements of a series.
 */
export interface Source {
  readonly name: string;
  readonly kind: SourceKind;
  /** The source's share of the answer, above 0. The shares of all sources sum to 1. */
  readonly weight: number;
  /** The number of used observations; for a series, the number of its values. */
  readonly observations: number;
  /** For a series: set if models with this cycle have most of the weight. */
  readonly cycle: Cycle | null;
  /**
   * The source's probabilities over time, oldest first. For counts: their posterior mean. For a series: the model's
   * projection for the deadline.
   */
  readonly readings: readonly Reading[];
  readonly last: Omit<Reading, "weight">;
}

/** Returns the sources of the embedded model's answer, in descending order of weight. */
export function readSources(
  { used, series }: PoolTrace,
  context: readonly Observation[],
  options: readonly string[],
): Source[] {
  const bySeries = new Map(series.map((one) => [keyOf(dataOf(context[one.observation]).series), one]));
  const groups = Map.groupBy(
    used.flatMap(({ observation, weight }) => {
      const item = context[observation];
      const said = readStructured(dataOf(item), bySeries, options);
      return item === undefined || said === undefined
        ? []
        : [{ ...said, weight, at: dateOf(item), isPartition: dataOf(item).kind === "partition" }];
    }),
    ({ kind, name }) => `${kind} ${keyOf(name)}`,
  );
  return [...groups.values()]
    .flatMap((items): Source[] => {
      const sorted = items.toSorted((a, b) => compareDateTimes(a.at, b.at));
      const latest = sorted.findLast(({ isPartition }) => !isPartition) ?? sorted.at(-1);
      // The sum of rounded shares may exceed 1.
      const weight = Math.min(
        1,
        items.reduce((sum, one) => sum + one.weight, 0),
      );
      if (latest === undefined || !(weight > 0)) return [];
      const { name, kind } = latest;
      const last = { at: latest.at, probabilities: latest.probabilities };
      const readings =
        kind === "series"
          ? [{ ...last, weight }]
          : sorted.map(({ at, probabilities, weight }) => ({ at, probabilities, weight }));
      const { measurements = items.length, models = [] } = (kind === "series" && bySeries.get(keyOf(name))) || {};
      return [{ name, kind, weight, observations: measurements, cycle: cycleOf(models), readings, last }];
    })
    .sort((a, b) => b.weight - a.weight);
}

/** Returns the cycle whose models have more than half of the weight; otherwise null. */
function cycleOf(models: PoolTrace["series"][number]["models"]): Cycle | null {
  const cycles = { day: 0, week: 0, year: 0 };
  for (const { period, harmonics, weight } of models) {
    if (period !== undefined) cycles[period === 1 ? "day" : "week"] += weight;
    else if (harmonics > 0) cycles.year += weight;
  }
  return (["day", "week", "year"] as const).find((cycle) => cycles[cycle] > 0.5) ?? null;
}

/** Returns the date of an observation; for a history, of its newest value. */
function dateOf(item: Observation): string {
  const read = item.type === "structured" && item.data.kind === "history" ? readHistory(item.data) : undefined;
  return (read?.ok && read.values.at(-1)?.time) || item.observed_at;
}

function dataOf(item: Observation | undefined): Readonly<Record<string, unknown>> {
  return item?.type === "structured" ? item.data : {};
}

/** Returns a name in the form in which the model compares names. */
function keyOf(name: unknown): string | undefined {
  return typeof name === "string" ? name.trim().toLowerCase() : undefined;
}

function readStructured(
  data: ReturnType<typeof dataOf>,
  bySeries: ReadonlyMap<string | undefined, PoolTrace["series"][number]>,
  options: readonly string[],
) {
  const { kind, source, probabilities, reference_class: referenceClass, counts, series } = data;
  if (kind === "forecast" && typeof source === "string" && isNumbers(probabilities))
    return { kind, name: source, probabilities: toShares(probabilities) } as const;
  if (kind === "counts" && typeof referenceClass === "string" && isNumbers(counts))
    return { kind, name: referenceClass, probabilities: toPosterior(counts) } as const;
  const known = bySeries.get(keyOf(series));
  if (known === undefined || typeof series !== "string") return undefined;
  return { kind: "series", name: series, probabilities: byOption(options, known.probabilities) } as const;
}

function isNumbers(value: unknown): value is Distribution {
  return (
    typeof value === "object" &&
    value !== null &&
    Object.values(value).every((one) => typeof one === "number" && one >= 0)
  );
}

function toShares(values: Distribution): Distribution {
  const total = Object.values(values).reduce((sum, value) => sum + value, 0);
  return Object.fromEntries(Object.entries(values).map(([option, value]) => [option, total > 0 ? value / total : 0]));
}

function toPosterior(counts: Distribution): Distribution {
  const mean = posteriorMean(Object.values(counts));
  return Object.fromEntries(Object.keys(counts).map((option, index) => [option, mean[index] ?? 0]));
}
