import { brierScore } from "#lib/scoring/brier.ts";
import { logScore } from "#lib/scoring/log-score.ts";
import { byOption } from "#server/model/by-option.ts";
import type { Vector } from "#server/model/log-space.ts";
import { answer } from "#server/model/pool/answer.ts";
import type { Parameters } from "#server/model/pool/parameters.ts";
import { readObservations } from "#server/model/pool/read-observations.ts";
import { supports } from "#server/model/pool/supports.ts";
import { lastReading } from "./last-reading.ts";
import type { ResolvedCase } from "./read-cases.ts";

export interface Scores {
  readonly brier: number;
  readonly log: number;
}

export interface ScoredForecast {
  readonly set: string;
  readonly question: string;
  readonly pool: Scores;
  readonly uniform: Scores;
  /** Absent where the input has no forecast. */
  readonly last: Scores | undefined;
}

export interface Unsupported {
  readonly line: number;
  readonly reason: string;
}

/** Scores the embedded release and its references on every case; what it does not support is listed, not dropped. */
export function scoreCases(
  cases: readonly ResolvedCase[],
  parameters: Parameters,
  step: () => void,
): { scored: ScoredForecast[]; unsupported: Unsupported[] } {
  const scored: ScoredForecast[] = [];
  const unsupported: Unsupported[] = [];
  for (const { line, set, question, request, outcome } of cases) {
    const reading = readObservations(request.task, request.input, parameters);
    const support = supports(reading);
    const found = answer(reading, parameters);
    const scoresOf = (distribution: Vector) => scores(byOption(reading.options, distribution), outcome);
    if (!support.ok) unsupported.push({ line, reason: support.reason });
    if (found !== undefined) {
      const last = lastReading(reading, parameters);
      scored.push({
        set,
        question,
        pool: scoresOf(found.distribution),
        uniform: scoresOf(reading.options.map(() => 1 / reading.options.length)),
        last: last && scoresOf(last),
      });
    }
    step();
  }
  return { scored, unsupported };
}

function scores(probabilities: Readonly<Record<string, number>>, outcome: string): Scores {
  return { brier: brierScore(probabilities, outcome), log: logScore(probabilities, outcome) };
}
