import { eq, inArray } from "drizzle-orm";
import { canonicalJson } from "#lib/contract/canonical.ts";
import type { PredictionInput } from "#lib/contract/request.ts";
import { isNotice } from "#lib/domain/erasures.ts";
import { parseContent } from "#server/base/digest.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { Drizzle } from "#server/db/open.ts";
import { inputs, tasks } from "#server/db/schema.ts";

/** Shorter texts also occur in drafts of other questions. */
const MIN_LENGTH = 20;

/**
 * Returns the id of an input, one of its observations, and the canonical input with a notice in its place. `subjectId`
 * is the id, a slash, and the number of the observation, from 1. Throws NOT_FOUND if there is none.
 */
export async function cutObservation(transaction: Drizzle, subjectId: string, notice: string) {
  const [inputId = "", number] = subjectId.split("/");
  const [found] = await transaction.select().from(inputs).where(eq(inputs.inputId, inputId)).for("update");
  const input: PredictionInput | undefined = found && parseContent(inputId, found.canonical);
  const index = Number(number) - 1;
  const observation = input?.context[index];
  if (input === undefined || observation === undefined)
    throw new GatewayError("NOT_FOUND", {
      message: "Enter the id of an input, a slash and the number of an observation.",
    });
  const { observed_at } = observation;
  const context = input.context.with(index, { type: "text", text: notice, observed_at });
  return { inputId, observation, remaining: canonicalJson({ ...input, context }) };
}

/** Returns the questions and the long texts of inputs, for finding drafts that contain one. */
export async function readTexts(transaction: Drizzle, taskIds: readonly string[], inputIds: readonly string[]) {
  const isTask = inArray(tasks.taskId, [...taskIds]);
  const isInput = inArray(inputs.inputId, [...inputIds]);
  const questions = await transaction.select({ question: tasks.question }).from(tasks).where(isTask);
  const stored = await transaction.select({ canonical: inputs.canonical }).from(inputs).where(isInput);
  return textsIn([...questions, ...stored.map(({ canonical }) => JSON.parse(canonical.toString()))]);
}

/**
 * Returns the long texts of a JSON value as they stand in drafts, which escape the text of structured data twice. Omits
 * names of sources and series, which many drafts share.
 */
export function textsIn(value: unknown): string[] {
  if (typeof value !== "string") {
    const entries = Object.entries(Object(value)).filter(([name]) => name !== "source" && name !== "series");
    return entries.flat().flatMap(textsIn);
  }
  if (value.length < MIN_LENGTH || isNotice(value)) return [];
  const once = JSON.stringify(value).slice(1, -1);
  return [...new Set([once, JSON.stringify(once).slice(1, -1)])];
}
