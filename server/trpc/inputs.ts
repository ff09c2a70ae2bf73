import { z } from "zod";
import { readDateTime } from "#lib/contract/date-time.ts";

/** Pieces of procedures' inputs that several of them share. */

export const id = z.uuid();
export const digest = z.string().regex(/^sha256:[a-f0-9]{64}$/, "must be a digest: sha256: and 64 hexadecimal digits");
export const instant = z.string().refine(isStorable, "must be a date-time with a time zone, from the years 1 to 9999");
export const limit = z.number().int().min(1).max(200).default(50);

/** Of the contract's date-times, the database has no leap seconds, and no years beyond four digits in UTC. */
function isStorable(value: string): boolean {
  const date = new Date(value);
  return readDateTime(value).ok && date.getUTCFullYear() >= 1 && date.getUTCFullYear() <= 9999;
}
