import { readHistory } from "#lib/contract/history.ts";
import { pointer } from "#lib/contract/issue.ts";
import { isJsonObject, type Json, type JsonObject } from "#lib/contract/json.ts";
import { isObservationKind, OBSERVATION_KINDS, OPTION_MEMBERS } from "#lib/contract/observation-kinds.ts";
import type { StructuredObservation } from "#lib/contract/request.ts";
import { visible } from "#lib/format.ts";
import type { Detector, Finding, Severity } from "./finding.ts";
import { quote } from "./quote.ts";

/**
 * Reports structured observations that the release will ignore: those of an unknown kind, with invalid data, with other
 * options than the task's, or that the release itself rejects.
 */
export const findUnusableData: Detector = ({ task, input }, { usable }) => {
  const findings = new Map<number, Finding>();
  const options = Object.keys(task.criteria);
  for (const [observation, item] of input.context.entries()) {
    if (item.type !== "structured") continue;
    const error = dataError(item, options);
    if (error !== undefined) findings.set(observation, toFinding(observation, error));
  }
  for (const { observation, reason } of usable?.(task, input) ?? []) {
    if (findings.has(observation) || input.context[observation]?.type !== "structured") continue;
    const advice = "The release will ignore this observation. Keep it only if it helps the reviewers.";
    findings.set(observation, toFinding(observation, { severity: "medium", path: [], message: `${reason} ${advice}` }));
  }
  return [...findings.values()];
};

interface DataError {
  readonly severity: Severity;
  /** The path relative to `data`. */
  readonly path: readonly (string | number)[];
  readonly message: string;
}

function toFinding(observation: number, { severity, path, message }: DataError): Finding {
  const at = pointer(["input", "context", observation, "data", ...path]);
  return { id: "unusable-structured-data", severity, path: at, message };
}

const KINDS = Object.keys(OBSERVATION_KINDS)
  .map((kind) => `"${kind}"`)
  .join(", ");

function dataError({ data, observed_at }: StructuredObservation, options: readonly string[]): DataError | undefined {
  const kind = Object.hasOwn(data, "kind") ? data.kind : undefined;
  if (kind === undefined) {
    const message = `The data have no "kind", so the release ignores them. The known kinds are ${KINDS}.`;
    return { severity: "medium", path: [], message };
  }
  if (!isObservationKind(kind)) {
    const shown = quote(typeof kind === "string" ? kind : JSON.stringify(kind));
    const message = `The kind ${shown} is unknown, so the release ignores the data. The known kinds are ${KINDS}.`;
    return { severity: "medium", path: ["kind"], message };
  }
  const parsed = OBSERVATION_KINDS[kind].schema.safeParse(data);
  if (!parsed.success) return brokenSchema(kind, data, parsed.error.issues[0]);
  const history = kind === "history" ? readHistory(data, observed_at) : undefined;
  if (history?.ok === false) return brokenSchema(kind, data, history);
  const field = OPTION_MEMBERS[kind];
  const values = field === undefined ? undefined : data[field];
  return field === undefined || !isJsonObject(values) ? undefined : optionsError(field, Object.keys(values), options);
}

function brokenSchema(
  kind: string,
  data: JsonObject,
  issue: { path: readonly PropertyKey[]; message: string; keys?: readonly string[] } | undefined,
): DataError {
  const steps = (issue?.path ?? []).filter((step) => typeof step !== "symbol");
  const path = issue?.keys?.[0] === undefined ? steps : [...steps, issue.keys[0]];
  const where = path.length === 0 ? "" : ` at ${quote(path.join(" / "))}`;
  const message = `This is not a valid ${kind}${where}: ${visible(issue?.message ?? "the data do not match the schema of this kind.")} The release ignores this observation until the error is fixed.`;
  return { severity: "high", path: existing(data, path), message };
}

/** Returns the part of the path that exists in `data`. A missing member is thus reported at its parent. */
function existing(data: JsonObject, path: readonly (string | number)[]): (string | number)[] {
  const found: (string | number)[] = [];
  let here: Json | undefined = data;
  for (const step of path) {
    if (Array.isArray(here)) here = here[Number(step)];
    else here = isJsonObject(here) && Object.hasOwn(here, step) ? here[step] : undefined;
    if (here === undefined) break;
    found.push(step);
  }
  return found;
}

function optionsError(field: string, named: readonly string[], options: readonly string[]): DataError | undefined {
  const unknown = named.find((name) => !options.includes(name));
  const missing = options.find((option) => !named.includes(option));
  if (unknown === undefined && missing === undefined) return undefined;
  const what =
    unknown === undefined
      ? `lack the option ${quote(missing ?? "")}`
      : `contain ${quote(unknown)}, which is not an option of the task`;
  const message = `The ${field} ${what}. The release ignores data whose options differ from the task's. Use exactly the option ids of the task.`;
  return { severity: "high", path: [field], message };
}
