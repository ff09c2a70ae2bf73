/** The limits of what members enter, for attributes of fields: without the schemas, which weigh more. */

export const LEAST_PASSWORD = 12;
export const MOST_PASSWORD = 128;
export const MOST_ADDRESS = 254;
export const MOST_NAME = 100;
/** Of a note to an author, a note to reviewers, or the reason of a revocation. */
export const MOST_NOTE = 8_000;
export const MOST_REQUESTS_PER_MINUTE = 10_000_000;
