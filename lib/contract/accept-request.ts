import { MAX_DESCRIPTION, MAX_INSTRUCTIONS, MAX_OPTIONS, MIN_OPTIONS, OPTION_ID_PATTERN } from "./bounds.ts";
import { compareInstants, type Instant, readDateTime } from "./date-time.ts";
import { MAX_DEPTH } from "./issue.ts";
import { isJsonObject } from "./json.ts";
import { COLON, endOfString, QUOTE } from "./json-tokens.ts";
import type { OrderedRequest, PredictionRequest } from "./request.ts";

/**
 * Fast path for valid requests: one pass, several times faster than the schema. Returns undefined for a request that it
 * does not recognise as valid; parseText() and checkRequest() then decide. `value` is the parsed `text`.
 */
export function acceptRequest(text: string, value: unknown): OrderedRequest | undefined {
  const pass = new Pass();
  if (!pass.isRequest(value)) return undefined;
  // The counts differ if a name is duplicated: it occurs twice in the text but once in the parsed value.
  if (pass.members !== countNames(text)) return undefined;
  return { request: value, options: pass.options };
}

const OPTION_ID = new RegExp(OPTION_ID_PATTERN);

/** Array indices, which JavaScript objects list before all other names. Also matches some larger integers. */
const INDEX = /^(0|[1-9]\d{0,9})$/;

class Pass {
  members = 0;
  options: readonly string[] = [];

  isRequest(value: unknown): value is PredictionRequest {
    if (!this.has(value, 3)) return false;
    const { model, task, input } = value;
    return isSound(model) && this.isTaskAndInput(task, input);
  }

  isTaskAndInput(task: unknown, input: unknown): boolean {
    if (!this.has(task, 4) || !this.has(input, 2)) return false;
    const { type, instructions, criteria, resolution } = task;
    if (type !== "choice" || !isText(instructions, MAX_INSTRUCTIONS) || !this.areOptions(criteria)) return false;
    if (!this.has(resolution, 2) || !isText(resolution.criteria, MAX_INSTRUCTIONS)) return false;
    const asOf = instantOf(input.as_of);
    const resolvesAt = instantOf(resolution.resolves_at);
    if (asOf === undefined || resolvesAt === undefined || compareInstants(resolvesAt, asOf) <= 0) return false;
    const { context } = input;
    if (!Array.isArray(context)) return false;
    for (const observation of context) if (!this.isObservation(observation, asOf)) return false;
    return true;
  }

  areOptions(criteria: unknown): boolean {
    if (!isJsonObject(criteria)) return false;
    this.options = Object.keys(criteria);
    const count = this.options.length;
    if (count < MIN_OPTIONS || count > MAX_OPTIONS) return false;
    for (const option of this.options) {
      if (!OPTION_ID.test(option) || INDEX.test(option)) return false;
      const description = criteria[option];
      if (description !== null && !isText(description, MAX_DESCRIPTION)) return false;
    }
    this.members += count;
    return true;
  }

  isObservation(observation: unknown, asOf: Instant): boolean {
    if (!this.has(observation, 3)) return false;
    const observedAt = instantOf(observation.observed_at);
    if (observedAt === undefined || compareInstants(observedAt, asOf) > 0) return false;
    if (observation.type === "text") return isSound(observation.text);
    // The observation is at nesting level 4, its data at level 5.
    return observation.type === "structured" && isJsonObject(observation.data) && this.isData(observation.data, 5);
  }

  /**
   * Whether the value contains only well-formed strings and finite numbers, within the maximum nesting depth. `depth`
   * is the level of `value`.
   */
  isData(value: unknown, depth: number): boolean {
    if (typeof value === "string") return value.isWellFormed();
    if (typeof value === "number") return Number.isFinite(value);
    if (value === null || typeof value === "boolean") return true;
    if (depth > MAX_DEPTH) return false;
    if (Array.isArray(value)) {
      for (const element of value) if (!this.isData(element, depth + 1)) return false;
      return true;
    }
    if (!isJsonObject(value)) return false;
    for (const name of Object.keys(value)) {
      if (!name.isWellFormed() || !this.isData(value[name], depth + 1)) return false;
      this.members++;
    }
    return true;
  }

  /**
   * Whether the value is an object with exactly `members` members. Callers check every required member, so the count
   * excludes unknown members.
   */
  has(value: unknown, members: number): value is Record<string, unknown> {
    if (!isJsonObject(value)) return false;
    this.members += members;
    return Object.keys(value).length === members;
  }
}

function isSound(value: unknown): value is string {
  return typeof value === "string" && value.isWellFormed();
}

/** Counts code units, although `max` is in code points. The schema decides whether a longer text is valid. */
function isText(value: unknown, max: number): boolean {
  return isSound(value) && value.length <= max && /\S/.test(value);
}

function instantOf(value: unknown): Instant | undefined {
  if (typeof value !== "string") return undefined;
  const parsed = readDateTime(value);
  return parsed.ok ? parsed.instant : undefined;
}

/** Counts the member names in valid JSON: outside of strings, only names are followed by colons. */
function countNames(text: string): number {
  let count = 0;
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else {
      if (code === COLON) count++;
      at++;
    }
  }
  return count;
}
