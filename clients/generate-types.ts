import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { openApiDocument } from "#lib/contract/open-api.ts";

/** `node clients/generate-types.ts`: generates the types of both clients from the OpenAPI document. */

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
}

const PRIMITIVES: Readonly<Record<string, string>> = {
  string: "str",
  number: "float",
  integer: "int",
  boolean: "bool",
  null: "None",
};

const NAMES = [
  "PredictionRequest",
  "PredictionResponse",
  "SubmissionState",
  "Score",
  "SubmissionMessage",
  "OutcomeMessage",
  "OrganisationMessage",
  "TestMessage",
];

/** Prints a module for Python 3.9, which has no `NotRequired`: a base class has the required keys. */
export function printPythonTypes(schemas: Readonly<Record<string, unknown>>): string {
  const classes: string[] = [];
  const literal = (value: unknown) => (typeof value === "boolean" ? (value ? "True" : "False") : JSON.stringify(value));

  function typeOf(schema: Schema, name: string): string {
    const variants = schema.anyOf ?? schema.oneOf;
    // Any object is valid, so the documented ones add nothing.
    if (variants?.some(({ additionalProperties }) => additionalProperties === true)) return "Dict[str, Any]";
    if (variants !== undefined) return union(variants.map((one, index) => typeOf(one, `${name}${index + 1}`)));
    if (schema.$ref !== undefined) return typeOf(schemas[schema.$ref.split("/").at(-1) ?? ""] as Schema, name);
    const values = schema.const === undefined ? schema.enum : [schema.const];
    if (values !== undefined) return `Literal[${values.map(literal).join(", ")}]`;
    if (schema.items !== undefined) return `List[${typeOf(schema.items, `${name}Item`)}]`;
    if (schema.properties !== undefined) return typedDict(schema, name);
    if (typeof schema.additionalProperties === "object")
      return `Dict[str, ${typeOf(schema.additionalProperties, `${name}Value`)}]`;
    return union([schema.type ?? []].flat().map((type) => PRIMITIVES[type] ?? "Any"));
  }

  function typedDict({ properties = {}, required = [] }: Schema, name: string): string {
    const parts = [true, false].map((isRequired) =>
      Object.entries(properties)
        .filter(([key]) => required.includes(key) === isRequired)
        .map(([key, schema]) => `    ${key}: ${typeOf(schema, `${name}${pascal(key)}`)}`),
    );
    const [always = [], sometimes = []] = parts;
    const base = sometimes.length === 0 ? name : `${name}Required`;
    classes.push(`class ${base}(TypedDict):\n${(always.length === 0 ? ["    pass"] : always).join("\n")}`);
    if (sometimes.length > 0) classes.push(`class ${name}(${base}, total=False):\n${sometimes.join("\n")}`);
    return name;
  }

  for (const name of NAMES) {
    const type = typeOf(schemas[name] as Schema, name);
    if (type !== name) classes.push(`${name} = ${type}`);
  }
  const messages = NAMES.filter((name) => name.endsWith("Message"));
  const head = "# Written by `node clients/generate-types.ts` from the description in /openapi.json. Do not edit.\n\n";
  const imports = "from typing import Any, Dict, List, Literal, Optional, TypedDict, Union\n";
  return `${head}${imports}\n\n${classes.join("\n\n\n")}\n\n\nWebhookMessage = ${union(messages)}\n`;
}

function union(types: readonly string[]): string {
  const members = [...new Set(types)].filter((type) => type !== "None");
  if (members.length === 0) return types[0] ?? "Any";
  const all = members.length === 1 ? members[0] : `Union[${members.join(", ")}]`;
  return members.length < types.length ? `Optional[${all}]` : `${all}`;
}

function pascal(key: string): string {
  return key.replaceAll(/(?:^|_)(\w)/g, (_, letter) => letter.toUpperCase());
}

if (process.argv[1] === import.meta.filename) {
  const document = openApiDocument("http://localhost:3000");
  const options = { input: JSON.stringify(document), encoding: "utf8" } as const;
  const { stdout, status } = spawnSync(process.execPath, ["test/open-api/generate-types.mjs"], options);
  if (status !== 0) process.exit(1);
  writeFileSync("clients/typescript/api.ts", stdout);
  writeFileSync("clients/python/forecasting_gateway_client/api.py", printPythonTypes(document.components.schemas));
}
