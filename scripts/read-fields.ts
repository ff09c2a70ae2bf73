export interface Field {
  readonly path: string;
  readonly type: string;
  readonly required: boolean;
  /** Constraints in Markdown, such as "1 to 64 characters". */
  readonly rules: readonly string[];
  readonly about: string;
}

/** Longer lists of values have a table of their own. */
const MAX_LISTED = 8;

/** The subset of JSON Schema that the contract uses. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly propertyNames?: Schema;
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly minProperties?: number;
  readonly maxProperties?: number;
}

/**
 * Returns all fields of an object schema, depth first, with paths such as "task.criteria.{id}" or
 * "input.context[].text".
 */
export function readFields(schema: unknown): Field[] {
  if (!isSchema(schema)) return [];
  const variants = (schema.oneOf ?? [schema]).map((variant) => [...fieldsOf(variant, "")]);
  const byPath = Map.groupBy(variants.flat(), ({ path }) => path);
  return [...byPath.values()].flatMap(([field, ...others]) =>
    field === undefined ? [] : [merge(field, others, others.length + 1 === variants.length)],
  );
}

/** Merges the fields at one path of several variants. */
function merge(field: Field, others: readonly Field[], isInAll: boolean): Field {
  const types = new Set([field, ...others].map(({ type }) => type));
  return { ...field, type: [...types].join(" or "), required: field.required && isInAll };
}

function* fieldsOf(schema: Schema, path: string): Generator<Field> {
  for (const [name, child] of Object.entries(schema.properties ?? {})) {
    const at = path === "" ? name : `${path}.${name}`;
    yield fieldOf(child, at, schema.required?.includes(name) ?? false);
    yield* within(child, at);
  }
}

function* within(schema: Schema, path: string): Generator<Field> {
  yield* fieldsOf(schema, path);
  if (isSchema(schema.additionalProperties) && Object.keys(schema.additionalProperties).length > 0) {
    const at = `${path}.{id}`;
    yield fieldOf(schema.additionalProperties, at, true);
    yield* within(schema.additionalProperties, at);
  }
  if (schema.items !== undefined) {
    for (const variant of schema.items.oneOf ?? schema.items.anyOf ?? [schema.items]) {
      yield* fieldsOf(variant, `${path}[${nameOf(variant)}]`);
    }
  }
}

/** Returns the constant value of the `type` property, which discriminates the variants of an item; "" if none. */
function nameOf(schema: Schema): string {
  const { const: name } = schema.properties?.type ?? {};
  return typeof name === "string" ? name : "";
}

function fieldOf(schema: Schema, path: string, required: boolean): Field {
  return { path, type: typeOf(schema), required, rules: rulesOf(schema), about: schema.description ?? "" };
}

function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return print(schema.const);
  if (schema.enum !== undefined)
    return schema.enum.length > MAX_LISTED ? "string" : schema.enum.map(print).join(" or ");
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants !== undefined && schema.type === undefined) return [...new Set(variants.map(typeOf))].join(" or ");
  const type = Array.isArray(schema.type) ? schema.type.join(" or ") : String(schema.type ?? "any");
  return schema.format === undefined ? type : `${type}, ${schema.format}`;
}

function print(value: unknown): string {
  return `\`${JSON.stringify(value)}\``;
}

function rulesOf(schema: Schema): string[] {
  const main = schema.anyOf?.find((variant) => variant.type !== "null") ?? schema;
  const rules = [
    range(main.minLength, main.maxLength, "characters"),
    range(main.minProperties, main.maxProperties, "members"),
    range(undefined, main.maxItems, "items"),
    range(main.minimum, main.maximum === Number.MAX_SAFE_INTEGER ? undefined : main.maximum, ""),
    schema.propertyNames?.pattern === undefined ? undefined : `Keys match \`${schema.propertyNames.pattern}\``,
  ];
  return rules.filter((rule) => rule !== undefined);
}

function range(from: number | undefined, to: number | undefined, unit: string): string | undefined {
  if (from === undefined && to === undefined) return undefined;
  const [least, most] = [from, to].map((bound) => (bound === undefined ? "" : printNumber(bound)));
  const words = to === undefined ? `${least} or more` : from === undefined ? `At most ${most}` : `${least} to ${most}`;
  return `${words} ${unit}`.trim();
}

/** Prints 8000 as "8,000", and 1e100 without its zeros. */
function printNumber(value: number): string {
  return Math.abs(value) < 1e12 ? value.toLocaleString("en-US", { maximumSignificantDigits: 15 }) : String(value);
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
