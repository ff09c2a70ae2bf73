import { z } from "zod";
import { checkRequest } from "#lib/contract/check-request.ts";
import type { JsonObject } from "#lib/contract/json.ts";
import type { PredictionRequest } from "#lib/contract/request.ts";
import { sortMembers } from "#lib/contract/sort-members.ts";

/** A request with its known outcome: one line of a file of resolved questions. */
export interface ResolvedCase {
  readonly file?: string;
  readonly line: number;
  readonly set: string;
  /** Cases of the same question are not independent, so resampling and cross-validation keep them together. */
  readonly question: string;
  readonly request: PredictionRequest;
  readonly outcome: string;
}

const lineSchema = z.object({
  set: z.string().min(1),
  question: z.string().min(1),
  request: z.unknown(),
  outcome: z.string(),
});

/** Parses a line. Returns the case, or an error message. Members are sorted, so that their order has no effect. */
export function parseCase(text: string, line: number): ResolvedCase | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return "is not JSON";
  }
  const parsed = lineSchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return `${issue?.path.join(".") || "the line"}: ${issue?.message}`;
  }
  const check = checkRequest(parsed.data.request);
  if (!check.ok) {
    const [issue] = check.issues;
    return `request${issue.path}: ${issue.code}: ${issue.message}`;
  }
  const { set, question, outcome } = parsed.data;
  if (!Object.hasOwn(check.request.task.criteria, outcome)) return `outcome: "${outcome}" is not an option of the task`;
  return { line, set, question, request: sortRequest(check.request), outcome };
}

function sortRequest({ model, task, input }: PredictionRequest): PredictionRequest {
  return { model, task: sorted(task), input: sorted(input) };
}

function sorted<T extends object>(value: T): T {
  return sortMembers(value as JsonObject) as T;
}
