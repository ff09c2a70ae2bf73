import { compareDateTimes } from "#lib/contract/date-time.ts";
import { byOption } from "#lib/stats/by-option.ts";
import { type Distribution, vectorOf } from "#lib/stats/distribution.ts";
import { extremise, fromLogs, powerMean, sum, toLogs, type Vector, weightedMean } from "#lib/stats/log-space.ts";
import { raiseToFloor } from "#lib/stats/raise-to-floor.ts";
import type { Source } from "./read-sources.ts";
import type { PoolTrace } from "./read-trace.ts";
import type { SourceKind, Step } from "./step.ts";

/** Larger differences between the recomputed and the recorded answer are not due to rounding. */
const MAX_ERROR = 1e-9;

/** The maximum number of sources of one kind with a step of their own: those with the most weight. */
export const MAX_SOURCES = 12;

/** The result of one kind of observation: log probabilities up to a constant, and the steps that lead there. */
interface Pooled {
  readonly kind: SourceKind;
  readonly logs: Vector;
  readonly weight: number;
  readonly steps: readonly Step[];
}

/**
 * Recomputes the steps from the sources to the embedded model's answer, from the recorded weights, exponents and floor.
 * Returns undefined if they do not lead to the recorded answer, because another method computed it.
 */
export function readPoolSteps(
  { forecasts, parameters: { floor, mean_exponent: meanExponent = Number.NaN } }: PoolTrace,
  sources: readonly Source[],
  answer: Distribution,
): readonly Step[] | undefined {
  const options = Object.keys(answer);
  const byKind = Map.groupBy(sources, ({ kind }) => kind);
  const pool = (kind: SourceKind) =>
    poolKind(kind, byKind.get(kind) ?? [], options, { floor, exponent: kind === "forecast" ? meanExponent : 0 });
  const counts = pool("counts");
  const evidence = [
    counts,
    adjust(pool("forecast"), counts, options, forecasts?.exponent ?? Number.NaN),
    pool("series"),
  ].filter((one) => one !== undefined);
  if (evidence.length === 0) return undefined;
  const combined = fromLogs(weightedMean(evidence));
  const raised = raiseToFloor(combined, floor);
  const recorded = vectorOf(answer, options);
  if (!raised.every((value, index) => Math.abs(value - (recorded[index] ?? 0)) <= MAX_ERROR)) return undefined;
  const steps = evidence.flatMap((one) => one.steps);
  if (evidence.length > 1) {
    const weights = evidence.map(({ kind, weight }) => ({ kind, weight }));
    steps.push({ step: "combined", weights, probabilities: byOption(options, combined) });
  }
  if (raised !== combined) steps.push({ step: "floor", floor, probabilities: byOption(options, raised) });
  return steps;
}

/** Pools the sources of one kind by their weighted power mean. Returns undefined without sources. */
function poolKind(
  kind: SourceKind,
  sources: readonly Source[],
  options: readonly string[],
  { floor, exponent }: { readonly floor: number; readonly exponent: number },
): Pooled | undefined {
  if (sources.length === 0) return undefined;
  const rows = sources.map((source) => ({
    ...source,
    logs: weightedMean(
      source.readings.map(({ probabilities, weight }) => ({
        logs: toLogs(vectorOf(probabilities, options), floor),
        weight,
      })),
    ),
  }));
  const toDistribution = (logs: Vector) => byOption(options, fromLogs(logs));
  const logs = powerMean(rows, exponent);
  const steps = rows.slice(0, MAX_SOURCES).map((row) => sourceStep(row, toDistribution(row.logs)));
  const others = rows.slice(MAX_SOURCES);
  if (others.length > 0) {
    const probabilities = toDistribution(powerMean(others, exponent));
    const weight = totalWeight(others);
    steps.push({ step: "other sources", kind, exponent, sources: others.length, weight, probabilities });
  }
  if (rows.length > 1) steps.push({ step: "mean", kind, exponent, probabilities: toDistribution(logs) });
  return { kind, logs, weight: totalWeight(rows), steps };
}

/** The sum of rounded shares may exceed 1, so it is limited to 1. */
function totalWeight(rows: readonly { readonly weight: number }[]): number {
  return Math.min(1, sum(rows.map(({ weight }) => weight)));
}

function adjust(
  mean: Pooled | undefined,
  counts: Pooled | undefined,
  options: readonly string[],
  exponent: number,
): Pooled | undefined {
  if (mean === undefined || exponent === 1) return mean;
  const logs = extremise(mean.logs, counts?.logs ?? options.map(() => 0), exponent);
  const probabilities = byOption(options, fromLogs(logs));
  const adjusted: Step = { step: "adjusted", exponent, hasBaseRate: counts !== undefined, probabilities };
  return { ...mean, logs, steps: [...mean.steps, adjusted] };
}

/** Returns the step of a source with its pooled probabilities; without them, with its latest. */
export function sourceStep(
  { kind, name, weight, observations, cycle, readings, last }: Source,
  pooled?: Distribution,
): Step {
  const latest = readings.filter(({ at }) => compareDateTimes(at, last.at) === 0);
  return {
    step: "source",
    kind,
    name,
    weight,
    observations,
    cycle,
    at: last.at,
    latestShare: pooled === undefined ? null : Math.min(1, totalWeight(latest) / weight),
    probabilities: pooled ?? last.probabilities,
  };
}
