import { z } from "zod";

/** Words of a member, for a `text` column: it cannot hold U+0000. */
export const words = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .refine(
      (value) => !value.includes("\u0000") && value.isWellFormed(),
      "must not contain U+0000 or half of a surrogate pair",
    );
