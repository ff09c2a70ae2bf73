/** Limits of form fields, in a separate file so that pages can load them without the schemas. */

export const MIN_PASSWORD = 12;
export const MAX_PASSWORD = 128;
export const MAX_ADDRESS = 254;
export const MAX_NAME = 100;
/** Maximum length of notes to authors, notes to reviewers, reasons for revocations, and the guideline for reviews. */
export const MAX_NOTE = 8_000;
export const MAX_REQUESTS_PER_MINUTE = 10_000_000;
export const MAX_MONTHLY_TOKENS = 1_000_000_000_000;
/** Maximum number of skipped submissions that a browser remembers. */
export const MAX_SKIPPED = 100;
/** Maximum number of personal tokens of a member that are neither expired nor revoked. */
export const MAX_TOKENS = 20;
/** A leap year. */
export const MAX_TOKEN_DAYS = 366;
/** After an API key's owner loses access, another administrator has this long to take the key over. */
export const HAND_OVER_DAYS = 30;

/** Maximum number of recent answers that the list of API keys counts per key, so that it opens fast for any traffic. */
export const MAX_COUNTED_ANSWERS = 10_000;
