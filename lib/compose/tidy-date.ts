import type { DateTimeForm } from "./compose-form.ts";
import { readDate } from "./read-observation.ts";

const MINUTE = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})$/;
const SECOND = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2}(?:\.\d+)?)$/;

/**
 * What people write for a date-time, in the contract's form: "2026-07-01 12:00" is 2026-07-01T12:00:00, and an offset at
 * its end moves to the offset. Nothing else is guessed.
 */
export function tidyDate({ local, offset }: DateTimeForm): DateTimeForm {
  const read = readDate(local.trim());
  const tidied = read.local.trim().replace(MINUTE, "$1T$2:00").replace(SECOND, "$1T$2");
  return { local: tidied, offset: read.local === local.trim() ? offset : read.offset };
}
