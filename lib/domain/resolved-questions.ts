import * as z from "zod/mini";
import { day } from "./identifiers.ts";
import { tag } from "./tags.ts";

/** Selects approved inputs of resolved questions. Days are in UTC. */
export const resolvedFilter = z.object({
  /** A tag of the question. */
  tag: z.optional(tag),
  /** The resolution date lies on or after this day. */
  resolvedFrom: z.optional(day),
  /** The resolution date lies before this day. */
  resolvedBefore: z.optional(day),
  /** The information cutoff lies on or after this day. */
  cutoffFrom: z.optional(day),
  /** `latest`: only the input with the latest information cutoff of each question. */
  inputs: z.enum(["latest", "all"]),
});

export type ResolvedFilter = z.infer<typeof resolvedFilter>;
