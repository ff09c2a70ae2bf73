import type { Observation } from "#lib/contract/request.ts";
import { type Blend, type Recalibration, readBlend, readRecalibration } from "./read-answer-steps.ts";
import { type LanguageTrace, readLanguageTrace } from "./read-language-trace.ts";
import { readSources, type Source } from "./read-sources.ts";
import { type PoolTrace, readTrace } from "./read-trace.ts";

/** The parts of a model's explanation of an answer that have a known format. */
export interface Explanation {
  readonly pool: Explained | null;
  readonly language: LanguageTrace | null;
  readonly blend: Blend | null;
  readonly blended: Explained | null;
  readonly recalibration: Recalibration | null;
}

export interface Explained {
  readonly trace: PoolTrace;
  readonly sources: readonly Source[];
}

export function explain(trace: unknown, context: readonly Observation[]): Explanation {
  const blend = readBlend(trace) ?? null;
  return {
    pool: explainPool(trace, context),
    language: readLanguageTrace(trace) ?? null,
    blend,
    blended: blend !== null && blend.embedded !== null ? explainPool(blend.embedded_trace, context) : null,
    recalibration: readRecalibration(trace) ?? null,
  };
}

function explainPool(trace: unknown, context: readonly Observation[]): Explained | null {
  const known = readTrace(trace);
  return known === undefined ? null : { trace: known, sources: readSources(known, context) };
}
