import { customType } from "drizzle-orm/pg-core";
import { readDateTime } from "#lib/contract/date-time.ts";

/** Stores caller text as bytes: the contract allows U+0000, which PostgreSQL's `text` and `jsonb` cannot contain. */
export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });

/** Replaces U+0000 in caller text with U+FFFD, for a column of type `text`. */
export const storableText = (value: string) => value.replaceAll("\u0000", "\ufffd");

/**
 * Converts a date-time of the contract to a value for a `timestamptz` column, in milliseconds. A leap second becomes
 * the next second; years are clamped to 1 to 9999 (UTC). Returns undefined if the text is not a date-time.
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

/**
 * A time in milliseconds. Throws if the database sends it in a format that is not ISO 8601, so that a transaction fails
 * when it reads the time, and not after its commit, when an answer is made from an invalid date.
 */
export const instant = customType<{ data: Date; driverData: string }>({
  dataType: () => "timestamp (3) with time zone",
  toDriver: (date) => date.toISOString(),
  fromDriver(text) {
    const date = new Date(text);
    if (Number.isNaN(date.getTime())) throw new Error("The database sent a time that is not in ISO 8601 format.");
    return date;
  },
});
