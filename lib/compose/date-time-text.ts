import { type DateTimeForm, NO_DATE } from "./compose-form.ts";
import { readWrittenDate } from "./written-date.ts";

const OFFSET = /(?:Z|[+-]\d{2}:\d{2})$/;
const ON_THE_MINUTE = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?::00)?$/;
/** The contract's own form, without its offset. */
const EXACT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?$/;

/** Splits a date-time of a request into the two parts of the form. Printed, a valid one is that text again. */
export function readDate(text: string): DateTimeForm {
  if (text === "") return NO_DATE;
  const at = OFFSET.exec(text)?.index ?? text.length;
  const exact = { local: text.slice(0, at), offset: text.slice(at) };
  const plain = { ...exact, local: exact.local.replace(ON_THE_MINUTE, "$1 $2") };
  return dateText(plain) === text ? plain : exact;
}

/**
 * The date-time in the contract's form where it is one that people write, else as it was typed. A zone that was typed
 * counts before the one that was chosen. An offset alone is no date-time.
 */
export function dateText({ local, offset }: DateTimeForm): string {
  if (local === "") return "";
  const written = EXACT.test(local) ? undefined : readWrittenDate(local);
  if (written === undefined) return local + offset;
  return written.local + (written.offset || offset);
}

/** A zone that was typed behind the date becomes the chosen one. */
export function tidyDate({ local, offset }: DateTimeForm): DateTimeForm {
  const zone = readWrittenDate(local)?.offset ?? "";
  return zone === "" ? { local, offset } : readDate(dateText({ local, offset }));
}
