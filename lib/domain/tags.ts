import * as z from "zod/mini";

const MAX_TAG = 40;
export const MAX_TAGS = 20;

/** Lowercase letters and digits of any script, with spaces, dots, underscores and hyphens between them. */
const TAG = /^[\p{L}\p{N}]([\p{L}\p{N} ._-]*[\p{L}\p{N}])?$/u;

export const tag = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(MAX_TAG, `Use at most ${MAX_TAG} characters.`),
    z.regex(TAG, "Use letters and digits, with spaces, dots, underscores or hyphens between them."),
  );
