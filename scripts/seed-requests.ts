import type { PredictionRequest } from "#lib/contract/request.ts";

/** Invented requests that test the pages: long texts, ties, many options, and inputs with findings. */

const MODEL = "service-r13-c";

/** One input a day for the same question. */
export function ferryOn(day: number): PredictionRequest {
  return {
    model: MODEL,
    task: {
      type: "choice",
      instructions:
        "How many of the eleven ferries of the Norhavn line will leave on time on the first Monday of 2027?",
      criteria: { all: "All eleven.", most: "Six to ten.", few: "Five or fewer, or the service is suspended." },
      resolution: {
        criteria: "The harbour master's daily log, as published by 6 January 2027; on time is within five minutes.",
        resolves_at: "2027-01-05T12:00:00+01:00",
      },
    },
    input: {
      as_of: `2026-10-${String(day).padStart(2, "0")}T06:00:00Z`,
      context: [
        counts({ all: 9 + day, most: 21, few: 4 }),
        text(`The swell was ${day} dm on the morning of the reading.`),
      ],
    },
  };
}

/** Two options that tie for the highest probability. */
export function tie(): PredictionRequest {
  return {
    ...ferryOn(1),
    task: {
      ...ferryOn(1).task,
      instructions: "Which of the two sister ships is the first to be repainted?",
      criteria: { anna: "The Anna.", berta: "The Berta.", neither: "Neither of them by the deadline." },
    },
    input: { as_of: "2026-10-01T06:00:00Z", context: [counts({ anna: 20, berta: 20, neither: 3 })] },
  };
}

/** Twenty options with long ids and long descriptions, and a question of several hundred words. */
export function long(): PredictionRequest {
  const sentence =
    "The consortium of coastal municipalities, together with the operator and the insurers, publishes the figure once a quarter. ";
  const ids = Array.from({ length: 20 }, (_, index) => `harbour.of-the-northern-coast:section_${index + 1}`);
  const description = `${sentence}It counts only where the harbour office has countersigned it, within the deadline.`;
  return {
    model: MODEL,
    task: {
      type: "choice",
      instructions: `Which section of the northern coast will report the largest number of delayed departures?\n\n${sentence.repeat(9)}`,
      criteria: Object.fromEntries(ids.map((id, index) => [id, index === 3 ? null : description])),
      resolution: { criteria: sentence.repeat(6), resolves_at: "2027-03-31T23:59:59.999999999-03:30" },
    },
    input: {
      as_of: "2026-09-30T23:59:59.5+05:45",
      context: [
        counts(Object.fromEntries(ids.map((id, index) => [id, 3 + ((index * 7) % 31)]))),
        text(sentence.repeat(14)),
        text(`Averylongwordwithoutaspace${"withoutaspace".repeat(30)}`),
      ],
    },
  };
}

/** An input that leaks the outcome, repeats itself and leaves options open. */
export function leaking(): PredictionRequest {
  const base = ferryOn(2);
  return {
    ...base,
    task: {
      ...base.task,
      instructions: "Will the lighthouse at Skarv be switched off for good in 2026?",
      criteria: { yes: "It is switched off.", no: "It is lit." },
      resolution: { criteria: "Whether the light is off.", resolves_at: "2026-12-31T23:00:00Z" },
    },
    input: {
      as_of: "2026-06-01T00:00:00Z",
      context: [
        counts({ yes: 3, no: 30 }),
        text("On 14 August 2026 the lighthouse was switched off: yes has won. https://example.org/2026/08/15/dark"),
        text("The keeper retires in spring."),
        text("The keeper retires in spring!"),
        { type: "structured", data: { kind: "counts", counts: { yes: -1 } }, observed_at: "2019-01-01T00:00:00Z" },
      ],
    },
  };
}

function counts(numbers: Readonly<Record<string, number>>) {
  const data = { kind: "counts", reference_class: "Comparable days of the last three winters", counts: { ...numbers } };
  return { type: "structured" as const, data, observed_at: "2026-05-20T08:00:00Z" };
}

function text(words: string) {
  return { type: "text" as const, text: words, observed_at: "2026-05-28T08:00:00Z" };
}

/** A file of resolved questions about crossings, whose crowd is a little too sure. */
export function resolvedQuestions(): string {
  return Array.from({ length: 120 }, (_, day) => {
    const sure = 0.06 + 0.88 * (((day * 7) % 12) / 11);
    const outcome = ((day * 5) % 11) / 11 < 0.15 + 0.7 * sure ? "all" : "most";
    const { model, task, input } = ferryOn(1);
    const set = day % 3 === 0 ? "winter crossings" : "summer crossings";
    const instructions = `${task.instructions} (crossing ${day + 1})`;
    const crowd = {
      type: "structured" as const,
      data: {
        kind: "forecast",
        source: "harbour desk",
        probabilities: { all: sure, most: 0.8 * (1 - sure), few: 0.2 * (1 - sure) },
      },
      observed_at: input.as_of,
    };
    const request = { model, task: { ...task, instructions }, input: { ...input, context: [...input.context, crowd] } };
    return JSON.stringify({ set, question: `crossing ${day + 1}`, request, outcome });
  }).join("\n");
}
