import type { Observation, PredictionRequest } from "#lib/contract/request.ts";
import { readExample } from "#test/start-gateway.ts";

/** A question derived from a file in `examples/`, with its own dates and observations. Times are in milliseconds. */
export interface Question {
  readonly task: PredictionRequest["task"];
  readonly opensAt: number;
  readonly resolvesAt: number;
  /** Returns a request with information cutoff `at`, including a newly invented forecast by another source. */
  requestAt(at: number): PredictionRequest;
}

export const DAY_MS = 86_400_000;
const TOWNS = ["Larkfield", "Aldermoor", "Vessby", "Quaymouth", "Tarn Hill", "Osterlund", "Brennick", "Saltmarsh"];
const SOURCES = ["prediction market", "panel of experts", "newspaper's survey", "in-house model"];
const SENTENCE =
  "The coastal municipalities, the operator and the insurers publish the figure once a quarter, after the harbour office has countersigned it. ";

const EXAMPLES = (["binary", "counts", "measurement", "multiclass"] as const).map(readExample);
const [BASE] = EXAMPLES as [PredictionRequest];

/** Tests the layout: 20 options with long ids, one without a description, and a word wider than a phone screen. */
const LONG: PredictionRequest = {
  ...BASE,
  task: {
    ...BASE.task,
    instructions: `Which section of the coast will report the most late departures?\n\n${SENTENCE.repeat(6)}`,
    criteria: Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [
        `harbour.of-the-coast:section_${index + 1}`,
        index === 3 ? null : SENTENCE,
      ]),
    ),
  },
  input: {
    ...BASE.input,
    context: [text(`${SENTENCE.repeat(9)}Averylongword${"withoutaspace".repeat(30)}`, BASE.input.as_of)],
  },
};

/** A question with two options that get the same probability. */
const TIE: PredictionRequest = {
  ...BASE,
  task: {
    ...BASE.task,
    criteria: { anna: "The Anna.", berta: "The Berta." },
    instructions: "Which ship is repainted first?",
  },
  input: { ...BASE.input, context: [] },
};

/**
 * Returns question number `number`, counted from 0: number 0 is LONG, number 1 is TIE, later numbers cycle through
 * EXAMPLES. `random` returns a number in [0, 1).
 */
export function inventQuestion(random: () => number, number: number, opensAt: number): Question {
  const { model, task: shared, input } = [LONG, TIE][number] ?? EXAMPLES[number % EXAMPLES.length] ?? BASE;
  const resolvesAt = opensAt + Math.ceil(30 + 45 * random()) * DAY_MS;
  const town = TOWNS[Math.floor(random() * TOWNS.length)];
  const task = {
    ...shared,
    instructions: `${shared.instructions} (${town}, no. ${number})`,
    resolution: { ...shared.resolution, resolves_at: iso(resolvesAt) },
  };
  const options = Object.keys(task.criteria);
  return {
    task,
    opensAt,
    resolvesAt,
    requestAt(at) {
      const delay = at - Date.parse(input.as_of);
      const known = input.context.map((one) => ({ ...one, observed_at: iso(Date.parse(one.observed_at) + delay) }));
      const weights = options.map(() => (number === 1 ? 1 : 0.1 + random()));
      const total = weights.reduce((sum, weight) => sum + weight, 0);
      const probabilities = Object.fromEntries(options.map((id, index) => [id, (weights[index] ?? 0) / total]));
      const source = SOURCES[Math.floor(random() * SOURCES.length)] ?? "";
      const forecast: Observation = {
        type: "structured",
        data: { kind: "forecast", source, probabilities },
        observed_at: iso(at),
      };
      return { model, task, input: { as_of: iso(at), context: [...known, forecast] } };
    },
  };
}

export function text(words: string, at: string): Observation {
  return { type: "text", text: words, observed_at: at };
}

/** Formats milliseconds since 1970 as ISO 8601, rounded down to whole seconds. */
export function iso(at: number): string {
  return new Date(Math.floor(at / 1000) * 1000).toISOString().replace(".000", "");
}
