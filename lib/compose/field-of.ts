import { OPTION_ID_PATTERN } from "#lib/contract/bounds.ts";
import type { ComposeForm } from "./compose-form.ts";
import { optionIds } from "./option-ids.ts";

const FIELDS: Readonly<Record<string, string>> = {
  "/model": "model",
  "/task/instructions": "instructions",
  "/task/criteria": "options",
  "/task/resolution/criteria": "resolutionCriteria",
  "/task/resolution/resolves_at": "resolvesAt",
  "/input/as_of": "asOf",
  "/input/context": "observations",
};

const OPTION = /^\/task\/criteria\/(?<step>[^/]*)$/;
const OBSERVATION = /^\/input\/context\/(?<index>\d+)(?<rest>\/.*)?$/;

const ID = new RegExp(OPTION_ID_PATTERN);

/**
 * The fields of the form that a JSON Pointer into its request speaks of, by their names ("options.0.id",
 * "observations.2.observedAt"); several where options share an id, none where no field shows the place.
 */
export function fieldsOf(path: string, { options }: Pick<ComposeForm, "options">): readonly string[] {
  const known = FIELDS[path];
  if (known !== undefined) return [known];
  const step = OPTION.exec(path)?.groups?.step;
  if (step !== undefined) return optionFields(step.replaceAll("~1", "/").replaceAll("~0", "~"), options);
  const { index, rest = "" } = OBSERVATION.exec(path)?.groups ?? {};
  if (index === undefined) return [];
  return [`observations.${index}.${rest === "/observed_at" ? "observedAt" : "content"}`];
}

function optionFields(id: string, options: ComposeForm["options"]): string[] {
  const ids = optionIds(options);
  const places = ids.flatMap((one, index) => (one === id ? [index] : []));
  // What is wrong is the id, where no id may look like that or two options have it; else it is the description.
  const field = places.length > 1 || !ID.test(id) ? "id" : "description";
  return places.map((index) => `options.${index}.${field}`);
}
