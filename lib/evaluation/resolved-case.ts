import { z } from "zod";
import { sortMembers } from "#lib/contract/canonical.ts";
import { checkRequest } from "#lib/contract/check-request.ts";
import { scanNames } from "#lib/contract/duplicate-names.ts";
import { memberTexts } from "#lib/contract/member-texts.ts";
import type { PredictionRequest } from "#lib/contract/request.ts";
import { isReserved } from "#lib/scores/reference-names.ts";
import type { Distribution } from "#lib/stats/distribution.ts";

/** A request with its known outcome: one line of a file of resolved questions. */
export interface ResolvedCase {
  readonly file?: string;
  readonly line: number;
  readonly set: string;
  /** Cases of the same question are not independent, so resampling and cross-validation keep them together. */
  readonly question: string;
  readonly request: PredictionRequest;
  readonly outcome: string;
  /** The options from lowest to highest, if they are declared to be ordered. */
  readonly order?: readonly string[] | undefined;
  /** Cases of the same block may depend on each other, such as those of one month. */
  readonly block?: string | undefined;
  /** Other forecasts of the question by name, scored next to the model. */
  readonly references?: Readonly<Record<string, Distribution>> | undefined;
}

const MAX_NAME = 100;
/** As for the forecasts of sources in a request. */
const SUM_TOLERANCE = 1e-3;

/** A name that a text column can store. */
const name = z
  .string()
  .min(1)
  .max(MAX_NAME)
  .refine((value) => !value.includes("\u0000") && value.isWellFormed(), "must not contain U+0000 or a lone surrogate");

const lineSchema = z.strictObject({
  set: z.string().min(1),
  question: z.string().min(1),
  request: z.unknown(),
  outcome: z.string(),
  /** True: as listed in the criteria. An array has the option ids from lowest to highest. */
  ordered: z.union([z.boolean(), z.array(z.string())], "must be true, false or a list of option ids").optional(),
  block: name.optional(),
  /** Not used. Published files have it. */
  resolved_on: z.string().optional(),
  references: z.record(name, z.record(z.string(), z.number().min(0).max(1))).optional(),
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
  const { set, question, outcome, ordered = false, block, references } = parsed.data;
  const { criteria } = check.request.task;
  if (!Object.hasOwn(criteria, outcome)) return `outcome: "${outcome}" is not an option of the task`;
  // JSON.parse loses the order of ids such as `10`.
  const order = ordered === true ? scanNames(memberTexts(text)?.get("request") ?? "").options : ordered;
  if (order !== false && JSON.stringify(order.toSorted()) !== JSON.stringify(Object.keys(criteria).sort()))
    return "ordered: must list each option once";
  for (const [name, probabilities] of Object.entries(references ?? {})) {
    const error = referenceError(name, probabilities, Object.keys(criteria));
    if (error !== undefined) return `references.${name}: ${error}`;
  }
  return {
    line,
    set,
    question,
    request: sortRequest(check.request),
    outcome,
    ...(order !== false && { order }),
    ...(block !== undefined && { block }),
    ...(references !== undefined && { references }),
  };
}

/** Returns a function that replaces a case by an error message if an earlier case orders the options of its task differently. */
export const createOrderCheck = () =>
  checkSame(
    ({ order }) => String(order),
    (line) => `ordered: line ${line} has the same task with another order of the options`,
  );

/** Returns a function that replaces a case by an error message if an earlier case of its task has another outcome. */
export const createOutcomeCheck = () =>
  checkSame(
    ({ outcome }) => outcome,
    (line) => `outcome: line ${line} has the same task with another outcome`,
  );

function checkSame(part: (one: ResolvedCase) => string, messageOf: (line: number) => string) {
  const firsts = new Map<string, ResolvedCase>();
  return <Read extends ResolvedCase | string>(read: Read): Read | string => {
    if (typeof read === "string") return read;
    const task = JSON.stringify(read.request.task);
    const first = firsts.get(task) ?? read;
    firsts.set(task, first);
    return part(first) === part(read) ? read : messageOf(first.line);
  };
}

function referenceError(name: string, probabilities: Distribution, options: readonly string[]): string | undefined {
  if (isReserved(name)) return "this name is reserved for a computed reference";
  const missing = options.find((option) => !Object.hasOwn(probabilities, option));
  if (missing !== undefined) return `the option "${missing}" is missing`;
  const unknown = Object.keys(probabilities).find((option) => !options.includes(option));
  if (unknown !== undefined) return `"${unknown}" is not an option of the task`;
  const sum = Object.values(probabilities).reduce((total, one) => total + one, 0);
  return Math.abs(sum - 1) <= SUM_TOLERANCE ? undefined : "the probabilities do not sum to 1";
}

function sortRequest({ model, task, input }: PredictionRequest): PredictionRequest {
  return { model, task: sortMembers(task), input: sortMembers(input) };
}
