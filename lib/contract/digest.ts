import { z } from "zod";

/** SHA-256 of a canonical form (RFC 8785): the id of a task or an input. */
export const digestSchema = z.string().regex(/^sha256:[a-f0-9]{64}$/);
