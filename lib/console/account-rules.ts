import { z } from "zod";
import { words } from "#lib/text.ts";

/** What the console takes as an address, a password and a name: for its forms, and for the doors behind them. */

export const LEAST_PASSWORD = 12;
const MOST_PASSWORD = 128;

/** An e-mail address, in the lower case in which it is kept. */
export const emailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, "Use at most 254 characters.")
  .pipe(z.email("Enter an e-mail address, such as name@example.com."));

export const newPassword = z
  .string()
  .min(LEAST_PASSWORD, `Use at least ${LEAST_PASSWORD} characters.`)
  .max(MOST_PASSWORD, `Use at most ${MOST_PASSWORD} characters.`);

export const memberName = words(100).min(1, "Enter your name.");
