import * as z from "zod/mini";
import { splitRuns } from "#lib/text/text-runs.ts";
import {
  MAX_ADDRESS,
  MAX_MONTHLY_TOKENS,
  MAX_NAME,
  MAX_NOTE,
  MAX_PASSWORD,
  MAX_REQUESTS_PER_MINUTE,
  MIN_PASSWORD,
} from "./limits.ts";
import { MAX_TITLE } from "./submissions.ts";

/** Schemas of the values that members enter, for both forms and server. zod/mini keeps the pages small. */

/** Trimmed text that a text column can store: without U+0000 and without lone surrogates. */
export const text = (most: number) =>
  z.string().check(
    z.trim(),
    z.maxLength(most, `Use at most ${most} characters.`),
    z.refine(
      (value) => !value.includes("\u0000") && value.isWellFormed(),
      "must not contain U+0000 or a lone surrogate",
    ),
  );

export const requiredText = (most: number, missing: string) => text(most).check(z.minLength(1, missing));

/** An email address, in lower case as in the database. */
export const emailAddress = z.pipe(
  z.string().check(z.trim(), z.toLowerCase(), z.maxLength(MAX_ADDRESS, `Use at most ${MAX_ADDRESS} characters.`)),
  z.email("Enter an e-mail address, such as name@example.com."),
);

export const newPassword = z
  .string()
  .check(
    z.minLength(MIN_PASSWORD, `Use at least ${MIN_PASSWORD} characters.`),
    z.maxLength(MAX_PASSWORD, `Use at most ${MAX_PASSWORD} characters.`),
  );

/** A name cannot contain characters that would make it look like another name. */
const name = (missing: string) =>
  requiredText(MAX_NAME, missing).check(
    z.refine((value) => splitRuns(value).every(({ mark }) => mark === undefined), "Remove the invisible characters."),
  );

export const memberName = name("Enter your name.");

export const credentialName = name("Enter a name.");

function wholeUpTo(most: number) {
  const rule = `Enter a whole number from 1 to ${most.toLocaleString("en-US")}.`;
  return z.int(rule).check(z.gte(1, rule), z.lte(most, rule));
}

export const ratePerMinute = wholeUpTo(MAX_REQUESTS_PER_MINUTE);
export const monthlyTokens = wholeUpTo(MAX_MONTHLY_TOKENS);

export const submissionTitle = text(MAX_TITLE);
export const note = text(MAX_NOTE);

/** A member's own id of a question. */
export const ownId = requiredText(200, "Enter the id.");

export const revocationReason = requiredText(MAX_NOTE, "Enter the reason.");

export const passwordForm = z.object({
  current: z.string().check(z.minLength(1, "Enter your current password.")),
  next: newPassword,
});
