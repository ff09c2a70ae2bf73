import { compareDateTimes } from "#lib/contract/date-time.ts";
import type { Observation } from "#lib/contract/request.ts";
import type { PoolTrace } from "./read-trace.ts";

type Distribution = Readonly<Record<string, number>>;

interface Reading {
  readonly at: string;
  readonly probabilities: Distribution;
}

/**
 * Observations that the embedded model used as one source: the forecasts of an author, the counts of a reference class,
 * or the measurements of a series.
 */
export interface Source {
  readonly name: string;
  readonly kind: "forecast" | "counts" | "series";
  /** The source's share of the answer. The shares of all sources sum to 1. */
  readonly weight: number;
  /** The source's probabilities over time, oldest first. For a series: the model's projection for the deadline. */
  readonly readings: readonly Reading[];
  readonly last: Reading;
}

/** Returns the sources of the embedded model's answer, in descending order of weight. */
export function readSources(trace: PoolTrace, context: readonly Observation[]): Source[] {
  const groups = Map.groupBy(
    trace.used.flatMap(({ observation, weight }) => {
      const item = context[observation];
      const said = item?.type === "structured" ? readStructured(item.data, trace) : undefined;
      return item === undefined || said === undefined ? [] : [{ ...said, weight, at: item.observed_at }];
    }),
    ({ kind, name }) => `${kind} ${name.trim().toLowerCase()}`,
  );
  return [...groups.values()]
    .flatMap((items): Source[] => {
      const sorted = items.toSorted((a, b) => compareDateTimes(a.at, b.at));
      const readings = sorted.map(({ at, probabilities }) => ({ at, probabilities }));
      const [latest, last] = [sorted.at(-1), readings.at(-1)];
      if (latest === undefined || last === undefined) return [];
      const { name, kind } = latest;
      const weight = items.reduce((sum, one) => sum + one.weight, 0);
      return [{ name, kind, weight, readings: kind === "series" ? [last] : readings, last }];
    })
    .sort((a, b) => b.weight - a.weight);
}

function readStructured(data: Readonly<Record<string, unknown>>, { series }: PoolTrace) {
  const { kind, source, probabilities, reference_class: referenceClass, counts, series: seriesName } = data;
  if (kind === "forecast" && typeof source === "string" && isNumbers(probabilities))
    return { kind, name: source, probabilities: toShares(probabilities) } as const;
  if (kind === "counts" && typeof referenceClass === "string" && isNumbers(counts))
    return { kind, name: referenceClass, probabilities: toShares(counts) } as const;
  const known = series.find(({ name }) => typeof seriesName === "string" && name === seriesName.trim().toLowerCase());
  if (known === undefined || typeof seriesName !== "string") return undefined;
  return { kind: "series", name: seriesName, probabilities: known.probabilities } as const;
}

function isNumbers(value: unknown): value is Distribution {
  return typeof value === "object" && value !== null && Object.values(value).every((one) => typeof one === "number");
}

function toShares(values: Distribution): Distribution {
  const total = Object.values(values).reduce((sum, value) => sum + value, 0);
  return Object.fromEntries(Object.entries(values).map(([option, value]) => [option, total > 0 ? value / total : 0]));
}
