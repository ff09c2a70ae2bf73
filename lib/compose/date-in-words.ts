import { readDateTime } from "#lib/contract/date-time.ts";
import { formatInstant } from "#lib/format.ts";
import type { DateTimeForm } from "./compose-form.ts";
import { dateText } from "./date-time-text.ts";

const MONTHS = [
  ...["January", "February", "March", "April", "May", "June"],
  ...["July", "August", "September", "October", "November", "December"],
];
const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** Describes the parsed date, such as "Saturday 20 March 2027, 12:00 UTC+02:00 = 20 Mar 2027, 10:00 UTC". */
export function dateInWords(date: DateTimeForm): string | undefined {
  const text = dateText(date);
  if (!readDateTime(text).ok) return undefined;
  const [, year = "", month = "", day = "", clock = "", zone = ""] =
    /^(\d+)-(\d+)-(\d+)T(\d+:\d+(?::(?!00(?:Z|[+-]))[\d.]+)?)(?::00)?(.+)$/.exec(text) ?? [];
  const weekday = WEEKDAYS[new Date(`${year}-${month}-${day}T00:00:00Z`).getUTCDay()];
  const written = `${weekday} ${Number(day)} ${MONTHS[Number(month) - 1]} ${year}, ${clock}`;
  return zone === "Z" ? `${written} UTC` : `${written} UTC${zone} = ${formatInstant(text)} UTC`;
}
