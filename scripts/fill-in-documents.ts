import { readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { exampleOf } from "#lib/contract/error-examples.ts";
import { ERROR_CODES, ERRORS, ORDER_OF_CHECKS } from "#lib/contract/error-table.ts";
import { OBSERVATION_KINDS } from "#lib/contract/observation-kinds.ts";
import { openApiDocument } from "#lib/contract/open-api.ts";
import { REASON_NAMES, splitReason } from "#lib/contract/reasons.ts";
import { SAMPLE_RESPONSE } from "#lib/contract/sample-response.ts";
import { ACTIONS } from "#lib/domain/find-refusal.ts";
import { PERMISSIONS, ROLES, ruleOf } from "#lib/domain/members.ts";
import { identify } from "#server/base/digest.ts";
import { SECTIONS } from "#server/config/settings.ts";
import { printErrors } from "../clients/situations.ts";
import { readFields } from "./read-fields.ts";

/**
 * `node scripts/fill-in-documents.ts`: updates the generated parts of the documents, between `<!-- generated: NAME -->`
 * and `<!-- end -->`: the tables of docs/api.md come from the contract, those of docs/operations.md from the settings,
 * that of docs/security.md from the permission table, and the errors of the clients from clients/situations.ts.
 */

const GUIDES = ["clients/typescript/README.md", "clients/python/README.md"];
export const DOCUMENTS = ["docs/api.md", "docs/operations.md", "docs/security.md", ...GUIDES];

/** A bundled example, which is approved on the first run, so that a newcomer can send it unchanged. */
const EXAMPLE = readFileSync("examples/counts.json", "utf8").trim();
const { task, input } = JSON.parse(EXAMPLE);
const options = Object.keys(task.criteria);

/** An example response that cannot be mistaken for a real one: the contract requires these differences. */
export const ILLUSTRATION = {
  ...SAMPLE_RESPONSE,
  request_id: "illustration-only",
  model_version: `r13-c@${"0".repeat(40)}`,
  task,
  result: {
    ...SAMPLE_RESPONSE.result,
    choice: options.toSorted()[0],
    probabilities: Object.fromEntries(options.map((option) => [option, 1 / options.length])),
  },
  generated_at: "2026-03-09T15:00:01.234Z",
  input_as_of: input.as_of,
  input_id: identify(input).id,
  timing: Object.fromEntries(
    Object.entries(SAMPLE_RESPONSE.timing).map(([name, value]) => [name, name === "cache_hit" ? value : null]),
  ),
  mode: "illustration",
};

const { headers, ...components } = openApiDocument("http://localhost:3000").components;
const schemas: Readonly<Record<string, unknown>> = components.schemas;

/** The generated parts by the names in their markers. */
const PARTS: Readonly<Record<string, string>> = {
  request: json(JSON.parse(EXAMPLE)),
  "request fields": fields(schemas.PredictionRequest),
  observations: observations(),
  response: json(ILLUSTRATION),
  "response fields": fields(schemas.PredictionResponse, "task."),
  "refusal of a new question": json(exampleOf("TASK_NOT_SUPPORTED")),
  "review status fields": fields(schemas.SubmissionState),
  "submission.decided fields": fields(schemas.SubmissionMessage),
  "outcome.confirmed fields": fields(schemas.OutcomeMessage, "data.scores[]."),
  error: json(exampleOf("INVALID_CRITERIA")),
  "error fields": fields(schemas.Error, "error.submission."),
  "error codes": table(
    ["code", "status", "cause", "what to do"],
    ERROR_CODES.map((code) => [`\`${code}\``, String(ERRORS[code].status), ERRORS[code].cause, ERRORS[code].remedy]),
  ),
  reasons: table(
    ["reason", "cause", "what to do"],
    REASON_NAMES.map((reason) => [`\`${reason}\``, splitReason(reason).cause, splitReason(reason).remedy]),
  ),
  "order of checks": ORDER_OF_CHECKS.map(
    ({ check, codes }, index) => `${index + 1}. ${check}: ${codes.map((code) => `\`${code}\``).join(", ")}`,
  ).join("\n"),
  "response headers": table(
    ["header", "meaning"],
    Object.entries(headers).map(([name, { description }]) => [`\`${name}\``, description]),
  ),
  "score fields": fields(schemas.Score),
  errors: printErrors(),
  permissions: table(
    ["permission", "permits to", ...ROLES, "scope of a token"],
    PERMISSIONS.map((permission) => {
      const { roles, scope } = ruleOf(permission);
      const action = ACTIONS[permission];
      const marks = ROLES.map((role) => (roles.includes(role) ? "yes" : ""));
      return [`\`${permission}\``, action, ...marks, scope === null ? "" : `\`${scope}\``];
    }),
  ),
  ...Object.fromEntries(Object.entries(SECTIONS).map(([name, shape]) => [`${name} settings`, settings(shape)])),
};

/** Returns the text of a document with its generated parts up to date. */
export function fillIn(document: string): string {
  return document.replaceAll(/(<!-- generated: (.+) -->\n)[\s\S]*?(<!-- end -->)/g, (_, begin, name, end) => {
    if (!Object.hasOwn(PARTS, name)) throw new Error(`there is a marker for an unknown part: ${name}`);
    return `${begin}\n${PARTS[name]}\n\n${end}`;
  });
}

/** Returns a table of the fields of a schema, except those whose path starts with `described`. */
function fields(schema: unknown, described?: string): string {
  return table(
    ["field", "type", "meaning and limits"],
    readFields(schema)
      .filter(({ path }) => described === undefined || !path.startsWith(described))
      .map(({ path, type, required, rules, about }) => [
        `\`${path}\``,
        required ? type : `${type}, optional`,
        [about, ...rules.map((rule) => `${rule}.`)].join(" ").trim(),
      ]),
  );
}

function settings(shape: Readonly<Record<string, z.ZodType>>): string {
  const rows = Object.entries(shape).map(([name, schema]) => {
    const { default: text, help, secret, shown } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
    // The JSON Schema of the text that a variable holds has no default if the default is a number or an object.
    const value = text ?? schema.parse(undefined);
    const preset = value === undefined || value === "" || Array.isArray(value) ? "" : JSON.stringify(value);
    return [
      `\`${name}\``,
      String(shown ?? preset.replace(/^"(.*)"$|^({})$/, "`$1$2`")),
      `${secret ? "(or a file) " : ""}${help}`,
    ];
  });
  return table(["variable", "default", "meaning"], rows);
}

function observations(): string {
  return Object.entries(OBSERVATION_KINDS)
    .map(([kind, { meaning, example }]) =>
      [`#### \`${kind}\``, meaning, json(example), fields(schemas[`Observation_${kind}`])].join("\n\n"),
    )
    .join("\n\n");
}

function table(names: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(names), line(names.map(() => "---")), ...rows.map(line)].join("\n");
}

function json(value: unknown): string {
  return fence(print(value, 0));
}

/** Prints JSON. An object or an array that fits into the line stays on one line. */
function print(value: unknown, indent: number): string {
  const line = JSON.stringify(value, null, 1).replace(/\n */g, " ");
  if (indent + line.length <= 116 || typeof value !== "object" || value === null) return line;
  const members = Array.isArray(value)
    ? value.map((item) => print(item, indent + 2))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${print(item, indent + 2)}`);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const edge = `\n${" ".repeat(indent)}`;
  return `${open}${members.map((member) => `${edge}  ${member}`).join(",")}${edge}${close}`;
}

function fence(text: string): string {
  return `\`\`\`json\n${text}\n\`\`\``;
}

if (process.argv[1] === import.meta.filename) {
  for (const document of DOCUMENTS) writeFileSync(document, fillIn(readFileSync(document, "utf8")));
}
