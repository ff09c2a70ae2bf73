import * as z from "zod/mini";
import { readDateTime } from "#lib/contract/date-time.ts";
import { requiredText, text } from "./fields.ts";

export const id = z.uuid();

/** The id of a task or an input. */
export const digest = z
  .string()
  .check(z.regex(/^sha256:[a-f0-9]{64}$/, "must be sha256: followed by 64 hexadecimal digits"));

export const actorId = requiredText(100, "must not be empty");

export const release = requiredText(200, "must not be empty");
export const option = requiredText(100, "must not be empty");

/**
 * Search text: beginnings of words in the question or its options, ignoring case. For submissions, also of words in the
 * title or the author's name, or part of an id.
 */
export const words = text(200);

/** A date-time that the database can store: no leap second, and a year from 1 to 9999 in UTC. */
export const instant = z
  .string()
  .check(z.refine(isStorable, "must be a date-time with a time zone, in the years 1 to 9999"));

/** An end of validity, converted to a Date. */
export const expiry = z.pipe(
  instant,
  z.transform((value) => new Date(value)),
);

/** A day in UTC, YYYY-MM-DD, converted to its start. */
export const day = z.pipe(
  z.pipe(
    z.string(),
    z.transform((utcDay) => `${utcDay}T00:00:00Z`),
  ),
  instant,
);

function isStorable(value: string): boolean {
  const date = new Date(value);
  return readDateTime(value).ok && date.getUTCFullYear() >= 1 && date.getUTCFullYear() <= 9999;
}

/** The sequence number of an audit event in a URL, converted to a number. */
export const sequence = z.pipe(z.pipe(z.string().check(z.regex(/^\d{1,15}$/)), z.transform(Number)), z.int());
