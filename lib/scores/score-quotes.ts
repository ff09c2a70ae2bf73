import type { GroupedCase } from "./groups.ts";
import { type HORIZONS, horizonOf } from "./horizon.ts";
import type { Quote, RecordedQuestion } from "./recorded-question.ts";
import { OURS } from "./reference-names.ts";
import { type Loss, lossOf, uniformLoss } from "./score-forecast.ts";

export interface QuoteFilter {
  /** Name of a range of the time from the quoted forecast to the resolution date. */
  readonly horizon?: (typeof HORIZONS)[number]["name"] | undefined;
  /** Selects questions with this tag, or with a submission that has it. */
  readonly tag?: string | undefined;
}

interface ScoredQuote extends Quote, Loss {
  readonly horizon: string;
}

/**
 * Scores each quoted forecast of a question that was made before the outcome was decided, once: quotes with the same
 * source, time and probabilities are one forecast. They are in the dimension `source`. In the dimension `compared`, the
 * newest forecast of a source in each input is compared with the mean of our forecasts on the same input, as the
 * reference OURS; of two quotes with the same time, the later one in the input is newer. The newest forecast is
 * chosen before the horizon selects.
 */
export function quoteCases(
  question: RecordedQuestion,
  nameOf: (source: string) => string,
  { horizon, tag }: QuoteFilter,
): GroupedCase[] {
  if (tag !== undefined && !question.tags.includes(tag)) return [];
  const isSelected = (quote: ScoredQuote) => horizon === undefined || quote.horizon === horizon;
  const own = meansByInput(question);
  const happenedAt = Date.parse(question.happenedAt);
  const scores = new Map<string, ScoredQuote>();
  const cases: GroupedCase[] = [];
  for (const { inputId, quotes } of question.quotes) {
    const newest = new Map<string, ScoredQuote>();
    for (const { source, observedAt, probabilities } of quotes) {
      if (Date.parse(observedAt) >= happenedAt) continue;
      const quote = { source: nameOf(source), observedAt, probabilities };
      const key = JSON.stringify(quote);
      const score = scores.get(key) ?? scoreQuote(quote, question);
      scores.set(key, score);
      const last = newest.get(quote.source);
      if (last === undefined || Date.parse(last.observedAt) <= Date.parse(observedAt)) newest.set(quote.source, score);
    }
    const gateway = own.get(inputId);
    if (gateway === undefined) continue;
    for (const quote of [...newest.values()].filter(isSelected)) {
      cases.push(toCase(quote, question, "compared", { [OURS]: gateway }));
    }
  }
  const selected = [...scores.values()].filter(isSelected);
  const uniform = uniformLoss(selected[0]?.probabilities.length ?? 1);
  return [...selected.map((quote) => toCase(quote, question, "source", { uniform })), ...cases];
}

function scoreQuote(quote: Quote, { happened, countsFrom }: RecordedQuestion): ScoredQuote {
  const seconds = (Date.parse(countsFrom) - Date.parse(quote.observedAt)) / 1_000;
  const probabilities = Object.fromEntries(quote.probabilities.map((probability, index) => [index, probability]));
  return { ...quote, horizon: horizonOf(seconds), ...lossOf(probabilities, String(happened)) };
}

function toCase(
  { source, probabilities, log, brier }: ScoredQuote,
  { happened }: RecordedQuestion,
  dimension: string,
  references: GroupedCase["references"],
): GroupedCase {
  return { probabilities, happened, log, brier, references, groups: [[dimension, source]] };
}

/** Returns the mean scores of our forecasts by input, without retrospective forecasts. */
function meansByInput({ forecasts }: RecordedQuestion): ReadonlyMap<string, Loss> {
  const counted = forecasts.filter(({ retrospective }) => !retrospective);
  return new Map(
    [...Map.groupBy(counted, ({ inputId }) => inputId)].map(([inputId, members]) => {
      const mean = (score: keyof Loss) => members.reduce((sum, one) => sum + one[score], 0) / members.length;
      return [inputId, { log: mean("log"), brier: mean("brier") }];
    }),
  );
}
