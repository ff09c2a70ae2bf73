import * as z from "zod/mini";
import { compareDateTimes } from "#lib/contract/date-time.ts";
import type { Observation } from "#lib/contract/request.ts";
import { byOption } from "#lib/stats/by-option.ts";
import { type Distribution, vectorOf } from "#lib/stats/distribution.ts";
import { extremise, fromLogs, powerMean, sum, toLogs, type Vector, weightedMean } from "#lib/stats/log-space.ts";
import { raiseToFloor } from "#lib/stats/raise-to-floor.ts";
import { type LanguageTrace, readLanguageTrace } from "./read-language-trace.ts";
import { readSources, type Source } from "./read-sources.ts";
import { type PoolTrace, readTrace } from "./read-trace.ts";
import type { SourceKind, Step } from "./step.ts";

/** The parts of a model's explanation of an answer that have a known format. */
export interface Explanation {
  /** The embedded model's trace. */
  readonly pool: PoolTrace | null;
  readonly sources: readonly Source[];
  readonly language: LanguageTrace | null;
  readonly recalibration: Recalibration | null;
  /** The steps from the observations to the answer, which is the last step; empty if no step is known. */
  readonly steps: readonly Step[];
  /** Whether the steps lead to the answer. If not, the embedded model's part consists only of the sources with the most weight. */
  readonly isComplete: boolean;
}

interface Answered {
  readonly trace: unknown;
  readonly context: readonly Observation[];
  /** The sorted option ids, to which the trace refers by place. */
  readonly options: readonly string[];
  /** The recorded probabilities. */
  readonly answer: Distribution;
}

export function explain({ trace, context, options, answer }: Answered): Explanation {
  const language = readLanguageTrace(trace) ?? null;
  const recalibration = readRecalibration(trace) ?? null;
  const recalibrated = recalibration !== null && "before" in recalibration ? recalibration : undefined;
  const pool = readTrace(trace) ?? null;
  const sources = pool === null ? [] : readSources(pool, context, options);
  const before = recalibrated === undefined ? answer : byOption(options, recalibrated.before);
  const poolSteps = pool === null ? [] : readPoolSteps(pool, sources, before);
  const steps: Step[] = [...(poolSteps ?? sources.slice(0, MAX_SOURCES).map((source) => sourceStep(source)))];
  if (recalibrated !== undefined) {
    const { exponent, floor } = recalibrated;
    if (steps.length === 0) steps.push({ step: "before recalibration", probabilities: before });
    steps.push({ step: "recalibrated", exponent, floor, probabilities: answer });
  } else if (steps.length > 0) steps.push({ step: "answer", probabilities: answer });
  return { pool, sources, language, recalibration, steps, isComplete: poolSteps !== undefined };
}

/** Larger differences between the recomputed and the recorded answer are not due to rounding. */
const MAX_ERROR = 1e-9;

/** The maximum number of sources of one kind with a step of their own: those with the most weight. */
const MAX_SOURCES = 12;

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
function readPoolSteps(
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
function sourceStep({ kind, name, weight, observations, cycle, readings, last }: Source, pooled?: Distribution): Step {
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

const probability = z.number().check(z.minimum(0), z.maximum(1));
/** In the order of the sorted option ids. */
const distribution = z.array(probability);

const recalibrationSchema = z.object({
  recalibration: z.union([
    z.object({ exponent: z.number(), floor: probability, before: distribution }),
    z.object({ fitted_on: z.string() }),
  ]),
});

type Recalibration = z.infer<typeof recalibrationSchema>["recalibration"];

export function readRecalibration(trace: unknown): Recalibration | undefined {
  const parsed = z.safeParse(recalibrationSchema, trace);
  return parsed.success ? parsed.data.recalibration : undefined;
}
