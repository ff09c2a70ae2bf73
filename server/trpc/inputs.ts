import { z } from "zod";
import { readDateTime } from "#lib/contract/date-time.ts";

/** Pieces of procedures' inputs that several of them share. */

/** Words of a member: a `text` column cannot hold U+0000. */
export const words = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .refine(
      (value) => !value.includes("\u0000") && value.isWellFormed(),
      "must not contain U+0000 or half of a surrogate pair",
    );

export const id = z.uuid();
export const digest = z.string().regex(/^sha256:[a-f0-9]{64}$/, "must be a digest: sha256: and 64 hexadecimal digits");
export const instant = z.string().refine((value) => readDateTime(value).ok, "must be a date-time with a time zone");
export const limit = z.number().int().min(1).max(200).default(50);
