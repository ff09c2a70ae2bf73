import { END_OF_DAY, readWrittenDate } from "#lib/cells/read-date.ts";
import { readDateTime } from "#lib/contract/date-time.ts";
import { type DateTimeForm, NO_DATE } from "./compose-form.ts";

const OFFSET = /(?:Z|[+-]\d{2}:\d{2})$/;
const ON_THE_MINUTE = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?::00)?$/;
const EXACT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?$/;

/** Splits a date-time into local time and offset. For a valid date-time, dateText() restores the same text. */
export function readDate(text: string): DateTimeForm {
  if (text === "") return NO_DATE;
  const at = OFFSET.exec(text)?.index ?? text.length;
  const exact = { local: text.slice(0, at), offset: text.slice(at) };
  const plain = { ...exact, local: exact.local.replace(ON_THE_MINUTE, "$1 $2") };
  return dateText(plain) === text ? plain : exact;
}

/** The end of the day for the date of an observation. Other dates need a time. */
export type WithoutTime = "end of day" | "refused";

/**
 * Returns the date-time in the contract's format, or as typed if it cannot be parsed. A typed time zone takes
 * precedence over the selected offset. Returns "" if only the offset is set.
 */
export function dateText({ local, offset }: DateTimeForm, withoutTime: WithoutTime = "refused"): string {
  if (local === "") return "";
  const written = EXACT.test(local) ? undefined : readWrittenDate(local);
  if (!written?.ok || (written.time === undefined && withoutTime === "refused")) return local + offset;
  return `${written.day}T${written.time ?? END_OF_DAY}${written.offset || offset}`;
}

/** Returns the reason why a typed date cannot be parsed; undefined for an empty or a parsed date. */
export function dateError({ local }: DateTimeForm, withoutTime: WithoutTime): string | undefined {
  if (local === "" || readDateTime(`${local}Z`).ok) return undefined;
  const written = readWrittenDate(local);
  if (!written.ok) return written.message;
  return written.time === undefined && withoutTime === "refused"
    ? `Add the time, such as ${written.day} 12:00.`
    : undefined;
}

/** Reads a date-time in any of the accepted notations. `offset` is added to one without a time zone. */
export function readDateAt(text: string, offset: string): DateTimeForm {
  const { local, offset: written } = readDate(text.trim());
  return tidyDate({ local, offset: written === "" || local === "" ? offset : written });
}

/** Moves a time zone that was typed after the date into the offset field. */
export function tidyDate({ local, offset }: DateTimeForm): DateTimeForm {
  const written = readWrittenDate(local);
  if (!written.ok || written.offset === "") return { local, offset };
  const { day, time } = written;
  return time === undefined ? { local: day, offset: written.offset } : readDate(`${day}T${time}${written.offset}`);
}
