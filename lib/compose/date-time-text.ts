import { type DateTimeForm, NO_DATE } from "./compose-form.ts";

const OFFSET = /(?:Z|[+-]\d{2}:\d{2})$/;
const MINUTE = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})$/;
const SECOND = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2}(?:\.\d+)?)$/;

/** Splits any text into the two parts of a date-time: joined, they are that text again. */
export function readDate(text: string): DateTimeForm {
  if (text === "") return NO_DATE;
  const at = OFFSET.exec(text)?.index;
  return at === undefined ? { local: text, offset: "" } : { local: text.slice(0, at), offset: text.slice(at) };
}

/** An offset alone is no date-time. */
export const dateText = ({ local, offset }: DateTimeForm): string => (local === "" ? "" : local + offset);

/**
 * Rewrites common spellings in the contract's form: "2026-07-01 12:00" becomes 2026-07-01T12:00:00, and an offset at the
 * end moves to the offset. Anything else stays as it is.
 */
export function tidyDate({ local, offset }: DateTimeForm): DateTimeForm {
  const read = readDate(local.trim());
  const tidied = read.local.trim().replace(MINUTE, "$1T$2:00").replace(SECOND, "$1T$2");
  return { local: tidied, offset: read.local === local.trim() ? offset : read.offset };
}
