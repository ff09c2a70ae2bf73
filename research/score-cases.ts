import type { Vector } from "#lib/stats/log-space.ts";
import { brierScore, logScore } from "#lib/stats/scores.ts";
import { byOption } from "#server/infra/models/by-option.ts";
import { answer } from "#server/infra/models/pool/answer.ts";
import type { Parameters } from "#server/infra/models/pool/parameters.ts";
import { readObservations } from "#server/infra/models/pool/read-observations.ts";
import type { ParsedInput } from "#server/infra/models/pool/reading.ts";
import { supports } from "#server/infra/models/pool/supports.ts";
import type { ResolvedCase } from "./read-cases.ts";
import { REFERENCES, type ReferenceName } from "./references.ts";

export interface Scores {
  readonly brier: number;
  readonly log: number;
}

export interface ScoredForecast {
  readonly set: string;
  readonly question: string;
  readonly model: Scores;
  /** Without the cases that have no usable observation. */
  readonly references: Partial<Record<ReferenceName, Scores>>;
  /** For a series: the probability of the two outer intervals together, and whether one of them was the outcome. */
  readonly outer: { readonly forecast: number; readonly came: boolean } | undefined;
}

export interface Unsupported {
  readonly line: number;
  readonly set: string;
  readonly reason: string;
}

/** Scores the embedded model and the references on every case; what it does not support is listed, not dropped. */
export function scoreCases(
  cases: readonly ResolvedCase[],
  parameters: Parameters,
  step: () => void,
): { scored: ScoredForecast[]; unsupported: Unsupported[] } {
  const scored: ScoredForecast[] = [];
  const unsupported: Unsupported[] = [];
  for (const { line, set, question, request, outcome } of cases) {
    const parsed = readObservations(request.task, request.input, parameters);
    const support = supports(parsed);
    const found = answer(parsed, parameters);
    if (!support.ok) unsupported.push({ line, set, reason: support.reason });
    if (found !== undefined) {
      scored.push({
        set,
        question,
        model: scores(parsed.options, found.distribution, outcome),
        references: Object.fromEntries(
          Object.entries(REFERENCES).flatMap(([name, reference]) => {
            const distribution = reference(parsed, parameters);
            return distribution === undefined ? [] : [[name, scores(parsed.options, distribution, outcome)]];
          }),
        ),
        outer: outerOf(parsed, found.distribution, outcome),
      });
    }
    step();
  }
  return { scored, unsupported };
}

function scores(options: readonly string[], distribution: Vector, outcome: string): Scores {
  const probabilities = byOption(options, distribution);
  return { brier: brierScore(probabilities, outcome), log: logScore(probabilities, outcome) };
}

function outerOf({ options, series }: ParsedInput, distribution: Vector, outcome: string): ScoredForecast["outer"] {
  const [one, ...others] = series;
  if (one === undefined || others.length > 0 || options.length < 3) return undefined;
  const isOuter = one.intervals.map(({ low, high }) => low === -Infinity || high === Infinity);
  let forecast = 0;
  for (const [option, value] of distribution.entries()) if (isOuter[option]) forecast += value;
  return { forecast, came: isOuter[options.indexOf(outcome)] ?? false };
}
