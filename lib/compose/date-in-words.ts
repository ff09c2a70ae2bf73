import { readDateTime } from "#lib/contract/date-time.ts";
import { formatInstant } from "#lib/format.ts";
import { MONTHS } from "#lib/months.ts";
import type { DateTimeForm } from "./compose-form.ts";
import { dateText, type WithoutTime } from "./date-time-text.ts";

const weekdays = new Intl.DateTimeFormat("en", { weekday: "long", timeZone: "UTC" });

/** Describes the parsed date, such as "Saturday 20 March 2027, 12:00 UTC+02:00 = 20 Mar 2027, 10:00 UTC". */
export function dateInWords(date: DateTimeForm, withoutTime: WithoutTime): string | undefined {
  const text = dateText(date, withoutTime);
  if (!readDateTime(text).ok) return undefined;
  const [, year = "", month = "", day = "", clock = "", zone = ""] =
    /^(\d+)-(\d+)-(\d+)T(\d+:\d+(?::(?!00(?:Z|[+-]))[\d.]+)?)(?::00)?(.+)$/.exec(text) ?? [];
  const weekday = weekdays.format(new Date(`${year}-${month}-${day}T00:00:00Z`));
  const written = `${weekday} ${Number(day)} ${MONTHS[Number(month) - 1]} ${year}, ${clock}`;
  return zone === "Z" ? `${written} UTC` : `${written} UTC${zone} = ${formatInstant(text)} UTC`;
}
