import { z } from "zod";

/** Which part of a list a procedure answers. */

export const limit = z.number().int().min(1).max(200).default(50);

/** A page of a list that is ordered by the sequence of audit events: `after` is the `next` of the page before. */
export const page = { after: z.number().int().max(Number.MAX_SAFE_INTEGER).optional(), limit };
