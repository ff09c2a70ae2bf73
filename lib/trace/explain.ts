import type { Observation } from "#lib/contract/request.ts";
import { byOption } from "#lib/stats/by-option.ts";
import type { Distribution } from "#lib/stats/distribution.ts";
import { MAX_SOURCES, readPoolSteps, sourceStep } from "./pool-steps.ts";
import { type Recalibration, readRecalibration } from "./read-answer-steps.ts";
import { type LanguageTrace, readLanguageTrace } from "./read-language-trace.ts";
import { readSources, type Source } from "./read-sources.ts";
import { type PoolTrace, readTrace } from "./read-trace.ts";
import type { Step } from "./step.ts";

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
