import fc from "fast-check";
import type { PredictionRequest } from "#lib/contract/request.ts";
import { identify } from "#server/base/digest.ts";
import { readExample } from "#test/start-gateway.ts";

/** The questions and inputs of a simulation. */

/** Later than the time of the database, so that approvals expire by the simulated clock. */
export const START = new Date("2126-07-01T00:00:00Z");
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

interface Known {
  readonly content: Content;
  readonly body: string;
  readonly taskId: string;
  readonly inputId: string;
}

const CONTENTS: readonly Known[] = Array.from({ length: QUESTIONS * INPUTS }, (_, index) => {
  const content = { question: Math.floor(index / INPUTS), input: index % INPUTS };
  const request = requestOf(content);
  return {
    content,
    body: JSON.stringify(request),
    taskId: identify(request.task).id,
    inputId: identify(request.input).id,
  };
});

export const anyContent = fc.constantFrom(...CONTENTS.map(({ content }) => content));

/** The request's JSON text and the ids of its task and input. */
export function textOf(content: Content): Known {
  return find((known) => nameOf(known.content) === nameOf(content));
}

export function taskIdOf(question: number): string {
  return textOf({ question, input: 0 }).taskId;
}

export function questionOf(taskId: string): number {
  return find((known) => known.taskId === taskId).content.question;
}

export function contentOf({ task_id, input_id }: { readonly task_id: string; readonly input_id: string }): Content {
  return find(({ taskId, inputId }) => taskId === task_id && inputId === input_id).content;
}

function find(matches: (known: Known) => boolean): Known {
  const found = CONTENTS.find(matches);
  if (found === undefined) throw new Error("the simulation has no such content");
  return found;
}
