import type { Observation, PredictionRequest } from "#lib/contract/request.ts";
import { readExample } from "#test/start-gateway.ts";

/** A question derived from one of the shipped examples, with its own dates and observations. */
export interface Question {
  readonly task: PredictionRequest["task"];
  readonly opensAt: number;
  readonly resolvesAt: number;
  /** Returns the request at a time in milliseconds, with a new observation each time. */
  requestAt(at: number): PredictionRequest;
}

export const DAY_MS = 86_400_000;
const TOWNS = ["Larkfield", "Aldermoor", "Vessby", "Quaymouth", "Tarn Hill", "Osterlund", "Brennick", "Saltmarsh"];
const SOURCES = ["prediction market", "panel of experts", "newspaper's survey", "in-house model"];
const SENTENCE =
  "The coastal municipalities, the operator and the insurers publish the figure once a quarter, after the harbour office has countersigned it. ";

const EXAMPLES = (["binary", "counts", "measurement", "multiclass"] as const).map(readExample);
const [BASE] = EXAMPLES as [PredictionRequest];

/** Twenty options with long ids, one without a description, and a word wider than a phone screen. */
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

/** Two options that tie for the highest probability. */
const TIE: PredictionRequest = {
  ...BASE,
  task: {
    ...BASE.task,
    criteria: { anna: "The Anna.", berta: "The Berta." },
    instructions: "Which ship is repainted first?",
  },
  input: { ...BASE.input, context: [] },
};

/** The question with this number, from 0: the long one, the tie, then the examples in turn. `random` returns [0, 1). */
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

/** ISO 8601 in whole seconds. */
export function iso(at: number): string {
  return new Date(Math.floor(at / 1000) * 1000).toISOString().replace(".000", "");
}
