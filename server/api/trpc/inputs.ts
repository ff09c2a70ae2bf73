import { z } from "zod";
import { readDateTime } from "#lib/contract/date-time.ts";
import { words } from "#lib/text.ts";

/** Pieces of procedures' inputs that several of them share. */

export const id = z.uuid();
export const digest = z.string().regex(/^sha256:[a-f0-9]{64}$/, "must be a digest: sha256: and 64 hexadecimal digits");
export const instant = z.string().refine(isStorable, "must be a date-time with a time zone, from the years 1 to 9999");
export const limit = z.number().int().min(1).max(200).default(50);
const cursor = z.number().int().max(Number.MAX_SAFE_INTEGER);
export const page = { after: cursor.optional(), limit };

/** Which forecasts: for their list and their export alike. */
export const forecastFilter = {
  taskId: digest.optional(),
  release: words(200).optional(),
  option: words(100).optional(),
  text: words(200).optional(),
  from: instant.optional(),
  before: instant.optional(),
};

/** Of the contract's date-times, the database has no leap seconds, and no years beyond four digits in UTC. */
function isStorable(value: string): boolean {
  const date = new Date(value);
  return readDateTime(value).ok && date.getUTCFullYear() >= 1 && date.getUTCFullYear() <= 9999;
}
