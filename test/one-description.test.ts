import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { STATUSES } from "#lib/contract/statuses.ts";
import { ALL_EVENT_KINDS } from "#lib/domain/audit-events.ts";
import { EVALUATION_STATUSES } from "#lib/domain/evaluations.ts";
import { ROLES } from "#lib/domain/members.ts";
import { OUTCOME_STATUSES, QUESTION_STATES } from "#lib/domain/outcomes.ts";
import { VERDICTS } from "#lib/domain/reviews.ts";
import { ORIGINS } from "#lib/domain/submissions.ts";

/** Only files under these paths may list the values of an enumeration; all others must import the list. */
const HOMES = ["lib/domain/", "lib/contract/statuses.ts"];
/**
 * Exempt, because these files declare the fields of each event kind; another test compares their kinds with the list.
 */
const FIELDS_OF_EVENTS = /^server\/audit\/log\/\w+-events\.ts$/;
const ROOTS = ["app", "components", "lib", "server", "scripts", "research", "bench"];

const sources = ROOTS.flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((name) => join(root, name))
    .filter(
      (name) =>
        /\.(tsx?|mjs)$/.test(name) &&
        !/\.test\.tsx?$/.test(name) &&
        !HOMES.some((home) => name.startsWith(home)) &&
        !FIELDS_OF_EVENTS.test(name),
    ),
).map((name) => ({ name, text: readFileSync(name, "utf8") }));

/** Pattern for the text between two values of an array or of a union type. */
const SEPARATOR = String.raw`\s*[,|]\s*`;

/** Whether source code lists at least two of the values, one after the other. */
function listsSome(text: string, values: readonly string[]): boolean {
  const value = `"(?:${values.map((one) => one.replace(".", "\\.")).join("|")})"`;
  return new RegExp(value + SEPARATOR + value).test(text);
}

describe.each([
  { what: "roles", values: ROLES },
  { what: "verdicts", values: VERDICTS },
  { what: "statuses", values: STATUSES },
  { what: "origins", values: ORIGINS },
  { what: "statuses of evaluations", values: EVALUATION_STATUSES },
  { what: "statuses of outcomes", values: OUTCOME_STATUSES },
  { what: "states of questions", values: QUESTION_STATES },
  { what: "kinds of audit events", values: ALL_EVENT_KINDS },
])("$what", ({ values }) => {
  it("are listed only in lib/domain", () => {
    expect(sources.filter(({ text }) => listsSome(text, values)).map(({ name }) => name)).toEqual([]);
  });
});
