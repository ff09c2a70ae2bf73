import { MAX_OPTIONS, MIN_OPTIONS, OPTION_ID_PATTERN } from "#lib/contract/bounds.ts";
import { readDateTime } from "#lib/contract/date-time.ts";
import type { Issue } from "#lib/contract/issue.ts";
import { type DateTimeForm, isUnfilled, type RequestForm } from "./compose-form.ts";
import { dateError, dateText, type WithoutTime } from "./date-time-text.ts";
import { kindOf } from "./observation-kinds.ts";
import { optionIds } from "./option-ids.ts";

export type FieldError = readonly [field: string, message: string];

const OPTION = /^\/task\/criteria\/(?<step>[^/]*)$/;
const OBSERVATION = /^\/input\/context\/(?<index>\d+)(?<rest>\/.*)?$/;
const ID = new RegExp(OPTION_ID_PATTERN);

/**
 * Returns the form fields that show a violation: several if options share an id, none if the form has no field for the
 * violation's path.
 */
export function fieldErrors(issue: Issue, form: RequestForm): readonly FieldError[] {
  const { path } = issue;
  const message = plainMessage(issue);
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
  const { index: printed = "-1", rest = "" } = OBSERVATION.exec(path)?.groups ?? {};
  const observation = form.observations.filter((one) => !isUnfilled(one))[Number(printed)];
  if (observation === undefined) return [];
  const index = form.observations.indexOf(observation);
  if (rest === "/observed_at") {
    return [[`observations.${index}.observedAt.local`, dateMessage(observation.observedAt, message, "end of day")]];
  }
  // A duplicate name here means that options lack an id or share one. The error is shown at the options instead.
  if (/^\/data\/\w+\/[^/]*$/.test(rest) && message.includes("occurs twice")) return [];
  const [{ name, type, label }] = kindOf(observation.kind).fields;
  const isEmpty = (observation.fields[name] ?? "").trim() === "";
  const request = type === "json" ? `Enter a ${label}.` : `Enter the ${label.toLowerCase()}.`;
  return [[`observations.${index}.fields.${name}`, isEmpty ? request : message]];
}

/** Rewords the contract's message for someone who fills in a form and does not know the property names. */
function plainMessage({ code, path, message }: Issue): string {
  const most = /must have at most (\d+) characters/.exec(message)?.[1];
  if (most !== undefined) return `Use at most ${most} characters.`;
  if (message.includes("not white space")) return "Enter some text.";
  if (code === "FUTURE_INPUT") return "This date is later than the information cutoff.";
  if (code === "INVALID_RESOLUTION" && path.endsWith("resolves_at")) {
    return "The resolution date must be later than the information cutoff.";
  }
  return message;
}

/**
 * Options that lack an id or share one count as a single option in the request. If the form has a valid number of
 * options, the error is shown at those options instead.
 */
function optionCount(count: number, message: string): readonly FieldError[] {
  return count >= MIN_OPTIONS && count <= MAX_OPTIONS ? [] : [["options.root", message]];
}

function dateMessage(date: DateTimeForm, message: string, withoutTime: WithoutTime = "refused"): string {
  if (date.local === "") return "Enter a date and time.";
  const error = dateError(date, withoutTime);
  if (error !== undefined) return error;
  return readDateTime(dateText(date, withoutTime)).ok ? message : "Choose the offset from UTC.";
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
