import { customType, timestamp } from "drizzle-orm/pg-core";
import { readDateTime } from "#lib/contract/date-time.ts";

/** `text` and `jsonb` cannot hold U+0000, which the contract allows, so the caller's text is stored as bytes. */
export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });

/** A caller's text for a column of type text, which cannot hold U+0000. */
export const storableText = (value: string) => value.replaceAll("\u0000", "\ufffd");

/**
 * A date-time of the contract for a column of type timestamptz: to the millisecond, a leap second as the second after it,
 * and in UTC within the years 1 to 9999. Undefined where it is none.
 */
export function storableInstant(dateTime: string): Date | undefined {
  const read = readDateTime(dateTime);
  if (!read.ok) return undefined;
  const { seconds, leap, fraction } = read.instant;
  const milliseconds = (seconds + (leap ? 1 : 0)) * 1_000 + Number(fraction.slice(0, 3).padEnd(3, "0"));
  return new Date(Math.min(LATEST, Math.max(EARLIEST, milliseconds)));
}

const EARLIEST = Date.parse("0001-01-01T00:00:00Z");
const LATEST = Date.parse("9999-12-31T23:59:59.999Z");

export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });
