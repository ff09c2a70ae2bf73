import { z } from "zod/mini";

/** The rules for an address, a password and a name. Forms and server share them: zod/mini keeps the pages light. */

export const LEAST_PASSWORD = 12;
const MOST_PASSWORD = 128;
const MOST_NAME = 100;

/** An e-mail address, in lower case, as it is stored. */
export const emailAddress = z.pipe(
  z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254, "Use at most 254 characters.")),
  z.email("Enter an e-mail address, such as name@example.com."),
);

export const newPassword = z
  .string()
  .check(
    z.minLength(LEAST_PASSWORD, `Use at least ${LEAST_PASSWORD} characters.`),
    z.maxLength(MOST_PASSWORD, `Use at most ${MOST_PASSWORD} characters.`),
  );

export const memberName = z.string().check(
  z.trim(),
  z.minLength(1, "Enter your name."),
  z.maxLength(MOST_NAME, `Use at most ${MOST_NAME} characters.`),
  z.refine(
    (name) => !name.includes("\u0000") && name.isWellFormed(),
    "must not contain U+0000 or half of a surrogate pair",
  ),
);
