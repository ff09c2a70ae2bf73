import { MAX_OPTIONS, MIN_OPTIONS, OPTION_ID_PATTERN } from "#lib/contract/bounds.ts";
import { readDateTime } from "#lib/contract/date-time.ts";
import type { Issue } from "#lib/contract/issue.ts";
import type { DateTimeForm, RequestForm } from "./compose-form.ts";
import { dateText } from "./date-time-text.ts";
import { kindOf } from "./observation-kinds.ts";
import { optionIds } from "./option-ids.ts";

/** The name of a form field and what is wrong there, in words for whoever fills in the form. */
export type FieldError = readonly [field: string, message: string];

const OPTION = /^\/task\/criteria\/(?<step>[^/]*)$/;
const OBSERVATION = /^\/input\/context\/(?<index>\d+)(?<rest>\/.*)?$/;
const ID = new RegExp(OPTION_ID_PATTERN);

/**
 * The fields that show a violation of the request: several where options share an id, none where no field holds what
 * its JSON Pointer names.
 */
export function fieldErrors({ path, message }: Issue, form: RequestForm): readonly FieldError[] {
  switch (path) {
    case "/model":
      return [["model", message]];
    case "/task/instructions":
      return [["instructions", form.instructions === "" ? "Enter a question." : message]];
    case "/task/criteria":
      return optionCount(form.options.length, message);
    case "/task/resolution/criteria":
      return [["resolutionCriteria", form.resolutionCriteria === "" ? "Enter the resolution criteria." : message]];
    case "/task/resolution/resolves_at":
      return [["resolvesAt.local", dateMessage(form.resolvesAt, message)]];
    case "/input/as_of":
      return [["asOf.local", dateMessage(form.asOf, message)]];
    case "/input/context":
      return [["observations.root", message]];
  }
  const option = OPTION.exec(path)?.groups?.step;
  if (option !== undefined) {
    return optionErrors(option.replaceAll("~1", "/").replaceAll("~0", "~"), form.options, message);
  }
  const { index = "-1", rest = "" } = OBSERVATION.exec(path)?.groups ?? {};
  const observation = form.observations[Number(index)];
  if (observation === undefined) return [];
  if (rest === "/observed_at") {
    return [[`observations.${index}.observedAt.local`, dateMessage(observation.observedAt, message)]];
  }
  return [[`observations.${index}.fields.${kindOf(observation.kind).fields[0].name}`, message]];
}

/** Options without an id, or of the same id, count as one in the request: then their own fields say so. */
function optionCount(count: number, message: string): readonly FieldError[] {
  return count >= MIN_OPTIONS && count <= MAX_OPTIONS ? [] : [["options.root", message]];
}

function dateMessage(date: DateTimeForm, message: string): string {
  if (date.local === "") return "Enter a date and time.";
  const reading = readDateTime(dateText(date));
  if (reading.ok) return message;
  return reading.error === "zone" ? "Choose the offset from UTC." : "Enter a date and time such as 2026-07-01 12:00.";
}

function optionErrors(id: string, options: RequestForm["options"], message: string): readonly FieldError[] {
  const ids = optionIds(options);
  const indexes = ids.flatMap((one, index) => (one === id ? [index] : []));
  if (id === "") return indexes.map((index) => [`options.${index}.description`, "Describe this option."]);
  if (indexes.length > 1) {
    return indexes.map((index) => [`options.${index}.id`, "Two options have the same id. Change one."]);
  }
  return indexes.map((index) => [`options.${index}.${ID.test(id) ? "description" : "id"}`, message]);
}
