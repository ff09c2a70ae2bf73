import { type DateTimeForm, NO_DATE } from "./compose-form.ts";
import { readWrittenDate } from "./written-date.ts";

const OFFSET = /(?:Z|[+-]\d{2}:\d{2})$/;
const ON_THE_MINUTE = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?::00)?$/;
const EXACT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?$/;

/** Splits a date-time of a request into the two parts of the form. Printing a valid one restores the same text. */
export function readDate(text: string): DateTimeForm {
  if (text === "") return NO_DATE;
  const at = OFFSET.exec(text)?.index ?? text.length;
  const exact = { local: text.slice(0, at), offset: text.slice(at) };
  const plain = { ...exact, local: exact.local.replace(ON_THE_MINUTE, "$1 $2") };
  return dateText(plain) === text ? plain : exact;
}

/**
 * Returns the date-time in the contract's format, or as typed if it cannot be parsed. A typed zone takes precedence
 * over the selected one. An offset alone is not a date-time.
 */
export function dateText({ local, offset }: DateTimeForm): string {
  if (local === "") return "";
  const written = EXACT.test(local) ? undefined : readWrittenDate(local);
  if (written === undefined) return local + offset;
  return written.local + (written.offset || offset);
}

/** Moves a zone typed after the date into the selected offset. */
export function tidyDate({ local, offset }: DateTimeForm): DateTimeForm {
  const zone = readWrittenDate(local)?.offset ?? "";
  return zone === "" ? { local, offset } : readDate(dateText({ local, offset }));
}
