import type { PredictionRequest } from "#lib/contract/request.ts";
import { identify } from "#server/base/digest.ts";
import { readExample } from "#test/start-gateway.ts";

/** The questions and inputs of a simulation. */

export const START = new Date("2026-07-01T00:00:00Z");
export const QUESTIONS = 4;
export const INPUTS = 3;
const DAY_MS = 86_400_000;
const OPTIONS = ["yes", "no", "none", "10"];

export interface Content {
  readonly question: number;
  readonly input: number;
}

export function nameOf({ question, input }: Content): string {
  return `${question}/${input}`;
}

/** The options of a question in the caller's order: 2 to 4. */
export function optionsOf(question: number): readonly string[] {
  return OPTIONS.slice(0, 2 + (question % 3));
}

/** Questions resolve one after another, the first a month after the start. */
export function resolvesAt(question: number): Date {
  return new Date(START.getTime() + (question + 1) * 30 * DAY_MS);
}

export function requestOf({ question, input }: Content): PredictionRequest {
  const { model } = readExample("binary");
  const asOf = new Date(START.getTime() - DAY_MS * (1_000 - input)).toISOString();
  const context = [{ type: "text" as const, text: `Input ${input} of question ${question}.`, observed_at: asOf }];
  return {
    model,
    task: {
      type: "choice",
      instructions: `Question ${question}?`,
      criteria: Object.fromEntries(optionsOf(question).map((option) => [option, `The outcome is ${option}.`])),
      resolution: { criteria: "The register decides.", resolves_at: resolvesAt(question).toISOString() },
    },
    input: { as_of: asOf, context },
  };
}

const texts = new Map<string, { readonly body: string; readonly taskId: string; readonly inputId: string }>();

/** The request's JSON text and the ids of its content. */
export function textOf(content: Content) {
  const known = texts.get(nameOf(content));
  if (known !== undefined) return known;
  const request = requestOf(content);
  const made = {
    body: JSON.stringify(request),
    taskId: identify(request.task).id,
    inputId: identify(request.input).id,
  };
  texts.set(nameOf(content), made);
  return made;
}
