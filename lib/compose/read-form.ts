import { canonicalJson } from "#lib/contract/canonical.ts";
import { isJsonObject, type Json, type JsonObject } from "#lib/contract/json.ts";
import { parseText } from "#lib/contract/parse-body.ts";
import type { OptionForm, RequestForm } from "./compose-form.ts";
import { readDate } from "./date-time-text.ts";
import { printRequest } from "./print-request.ts";
import { readObservation, textOf } from "./read-observation.ts";

export type FormReading = { readonly ok: true; readonly form: RequestForm } | { readonly ok: false };

/**
 * Reads JSON into a form; missing members become empty fields. Fails if the form would lose data: an unknown name, a
 * value of the wrong type, or a duplicate name. Every valid request can be read.
 */
export function readForm(text: string): FormReading {
  const parsed = parseText(text);
  if (!parsed.ok || parsed.duplicates.length > 0) return { ok: false };
  const whole = fillIn(parsed.value);
  if (whole === undefined) return { ok: false };
  const form = toForm(whole, parsed.options);
  return form !== undefined && says(printRequest(form), whole) ? { ok: true, form } : { ok: false };
}

function says(text: string, value: Json): boolean {
  try {
    return canonicalJson(JSON.parse(text)) === canonicalJson(value);
  } catch {
    // Thrown for a lone surrogate, or a number beyond the range of a double.
    return false;
  }
}

/** Adds missing members with empty values, so that the result is comparable with the printed form. */
function fillIn(value: unknown): JsonObject | undefined {
  if (!isJsonObject(value)) return undefined;
  const { task = {}, input = {} } = value;
  if (!isJsonObject(task) || !isJsonObject(input)) return undefined;
  const { resolution = {} } = task;
  if (!isJsonObject(resolution)) return undefined;
  const observations = input.context ?? [];
  if (!Array.isArray(observations)) return undefined;
  const context = observations.map((one) => (isJsonObject(one) ? { observed_at: "", ...one } : one));
  return {
    model: "",
    ...value,
    task: {
      type: "choice",
      instructions: "",
      criteria: {},
      ...task,
      resolution: { criteria: "", resolves_at: "", ...resolution },
    },
    input: { as_of: "", ...input, context },
  };
}

function toForm({ model, task, input }: JsonObject, ids: readonly string[]): RequestForm | undefined {
  if (!isJsonObject(task) || !isJsonObject(input)) return undefined;
  const { resolution, criteria } = task;
  if (!isJsonObject(resolution) || !isJsonObject(criteria) || !Array.isArray(input.context)) return undefined;
  const options = ids.map((id, index): OptionForm => ({ key: `o${index + 1}`, id, description: textOf(criteria[id]) }));
  const keyOf = new Map(options.map(({ id, key }) => [id, key]));
  return {
    model: textOf(model),
    instructions: textOf(task.instructions),
    options,
    resolutionCriteria: textOf(resolution.criteria),
    resolvesAt: readDate(textOf(resolution.resolves_at)),
    asOf: readDate(textOf(input.as_of)),
    observations: input.context.map((observation) => readObservation(observation, keyOf)),
  };
}
