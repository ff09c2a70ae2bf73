import type { z } from "zod";
import { MAX_OPTIONS, MIN_OPTIONS } from "./bounds.ts";
import { compareInstants, type Instant, readDateTime } from "./date-time.ts";
import { byOrderOfChecks } from "./error-table.ts";
import { codeAt, type Issue, listIssues, MAX_DEPTH, MAX_ISSUES, type Path, pointer } from "./issue.ts";
import { isJsonObject } from "./json.ts";
import { NO_ZONE, type PredictionRequest, requestSchema } from "./request.ts";

export type RequestCheck =
  | { readonly ok: true; readonly request: PredictionRequest }
  | { readonly ok: false; readonly issues: readonly [Issue, ...Issue[]] };

/**
 * Checks a parsed body against the contract. Lists at most 50 violations, in the order of checks. `found` lists the
 * violations that only the body's text reveals, such as duplicate names. A valid request is returned unchanged, so that
 * its digest is that of the caller's request.
 */
export function checkRequest(value: unknown, found: readonly Issue[] = []): RequestCheck {
  const unsound = findUnsoundValues(value);
  const shape = checkShape(value).flatMap((issue) => toIssues(issue, value));
  const [first, ...rest] = [...found, ...unsound, ...shape, ...countOptions(value), ...compareDates(value)]
    .sort(byOrderOfChecks)
    .slice(0, MAX_ISSUES);
  if (first !== undefined) return { ok: false, issues: [first, ...rest] };
  return { ok: true, request: value as PredictionRequest };
}

/** More observations than fit in a body, because the shortest valid observation takes 61 bytes. */
const MAX_READ = 600;

/**
 * Checks only the first observations if there are more than fit in a valid body. Checking ten thousand empty
 * observations would take 60 ms of CPU, and the response lists only 50 violations.
 */
function checkShape(value: unknown): z.core.$ZodIssue[] {
  const few = withFewOptions(value);
  const context = at(few, ["input", "context"]);
  if (isJsonObject(few) && Array.isArray(context) && context.length > MAX_READ) {
    const short = { ...few, input: { ...Object(few.input), context: context.slice(0, MAX_READ) } };
    const issues = issuesOf(short);
    if (issues.length > 0) return issues;
  }
  return issuesOf(few);
}

/** Keeps at most 50 options, to limit the CPU time. countOptions() refuses more than 20 anyway. */
function withFewOptions(value: unknown): unknown {
  const criteria = at(value, ["task", "criteria"]);
  if (!isJsonObject(value) || !isJsonObject(criteria) || Object.keys(criteria).length <= MAX_ISSUES) return value;
  const few = Object.fromEntries(Object.entries(criteria).slice(0, MAX_ISSUES));
  return { ...value, task: { ...Object(value.task), criteria: few } };
}

function issuesOf(value: unknown): z.core.$ZodIssue[] {
  return requestSchema.safeParse(value).error?.issues ?? [];
}

function toIssues(issue: z.core.$ZodIssue, root: unknown): Issue[] {
  const path = issue.path.filter((step) => typeof step !== "symbol");
  if (issue.code === "unrecognized_keys") {
    const code = codeAt(path, false);
    // findUnsoundValues() already reports `__proto__`, whether or not zod does.
    const keys = issue.keys.filter((key) => key !== "__proto__").slice(0, MAX_ISSUES);
    return keys.map((key) => ({ code, path: pointer([...path, key]), message: issue.message }));
  }
  if (issue.code === "invalid_key") {
    const [cause] = issue.issues;
    return [{ code: codeAt(path, false), path: pointer(path), message: cause?.message ?? issue.message }];
  }
  if (issue.code === "custom" && issue.params?.noZone === NO_ZONE.noZone) {
    return [{ code: "EXPLICIT_TIMEZONE_REQUIRED", path: pointer(path), message: issue.message }];
  }
  return [{ code: codeAt(path, isMissing(root, path)), path: pointer(path), message: issue.message }];
}

function isMissing(root: unknown, path: Path): boolean {
  return at(root, path) === undefined;
}

function at(root: unknown, path: Path): unknown {
  let here: unknown = root;
  for (const step of path) {
    if (Array.isArray(here)) here = here[Number(step)];
    else if (isJsonObject(here) && Object.hasOwn(here, step)) here = here[String(step)];
    else return undefined;
  }
  return here;
}

function countOptions(root: unknown): Issue[] {
  const criteria = at(root, ["task", "criteria"]);
  if (!isJsonObject(criteria)) return [];
  const count = Object.keys(criteria).length;
  if (count >= MIN_OPTIONS && count <= MAX_OPTIONS) return [];
  const message = `A task has ${MIN_OPTIONS} to ${MAX_OPTIONS} options; this one has ${count}.`;
  return [{ code: "INVALID_CRITERIA", path: "/task/criteria", message }];
}

/** Checks that no observation is later than the cutoff, and that the resolution date is later than the cutoff. */
function compareDates(root: unknown): Issue[] {
  const asOf = instantAt(root, ["input", "as_of"]);
  if (asOf === undefined) return [];
  const issues: Issue[] = [];
  const resolvesAt = instantAt(root, ["task", "resolution", "resolves_at"]);
  if (resolvesAt !== undefined && compareInstants(resolvesAt, asOf) <= 0) {
    const message = "resolves_at must be later than input.as_of.";
    issues.push({ code: "INVALID_RESOLUTION", path: "/task/resolution/resolves_at", message });
  }
  const context = at(root, ["input", "context"]);
  for (let index = 0; Array.isArray(context) && index < context.length && issues.length < MAX_ISSUES; index++) {
    const observedAt = instantAt(context[index], ["observed_at"]);
    if (observedAt === undefined || compareInstants(observedAt, asOf) <= 0) continue;
    const message = "This observation is later than input.as_of.";
    issues.push({ code: "FUTURE_INPUT", path: `/input/context/${index}/observed_at`, message });
  }
  return issues;
}

function instantAt(root: unknown, path: Path): Instant | undefined {
  const value = at(root, path);
  if (typeof value !== "string") return undefined;
  const parsed = readDateTime(value);
  return parsed.ok ? parsed.instant : undefined;
}

/**
 * Finds values that JSON allows but the contract does not: lone surrogates, numbers beyond a double's range, nesting
 * deeper than 32 levels, and `__proto__` properties where only known properties are allowed (schema libraries silently
 * skip them).
 */
export function findUnsoundValues(root: unknown): readonly Issue[] {
  const { issues, add } = listIssues();
  const path: (string | number)[] = [];

  function report(message: string, at: Path = path): void {
    add(codeAt(at, false), at, message);
  }

  function visit(value: unknown, depth: number): void {
    if (typeof value === "string") {
      if (!value.isWellFormed()) report("This text contains a lone surrogate.");
      return;
    }
    if (typeof value === "number") {
      if (!Number.isFinite(value)) report("This number is outside the range of a double-precision number.");
      return;
    }
    if (typeof value !== "object" || value === null) return;
    if (depth > MAX_DEPTH) {
      // The task has no nested data. Excess depth outside of observations is an error of the whole request.
      const code = insideContext() ? "INVALID_CONTEXT" : "INVALID_REQUEST";
      add(code, path, `The request is nested more than ${MAX_DEPTH} levels deep here.`);
      return;
    }
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index++) step(index, value[index], depth);
      return;
    }
    if (!isJsonObject(value)) return;
    for (const name of Object.keys(value)) {
      if (!name.isWellFormed()) report("This property's name contains a lone surrogate.", [...path, name]);
      if (name === "__proto__" && !insideData()) report("The property __proto__ is not allowed here.", [...path, name]);
      step(name, value[name], depth);
    }
  }

  function step(name: string | number, value: unknown, depth: number): void {
    path.push(name);
    visit(value, depth + 1);
    path.pop();
  }

  function insideContext(): boolean {
    return path[0] === "input" && path[1] === "context";
  }

  function insideData(): boolean {
    return insideContext() && path[3] === "data";
  }

  visit(root, 1);
  return issues;
}
