import { z } from "zod";
import { digestSchema } from "./digest.ts";
import { scoreFieldsSchema } from "./webhook.ts";

/** Schema of the look-up of scores, published in `/openapi.json`. */

export const NO_SCORE_REASONS = ["no_outcome", "unconfirmed", "void", "late"] as const;

const subject = { request_id: z.uuid(), task_id: digestSchema };

export const scoreSchema = z.discriminatedUnion("scored", [
  z.strictObject({
    ...subject,
    scored: z.literal(true),
    outcome: z.string().describe("The option that happened."),
    happened_at: z.iso.datetime(),
    ...scoreFieldsSchema.shape,
  }),
  z.strictObject({
    ...subject,
    scored: z.literal(false),
    reason: z
      .enum(NO_SCORE_REASONS)
      .describe(
        "`no_outcome`: no outcome is recorded. `unconfirmed`: it is not confirmed yet. `void`: the question was " +
          "resolved without an outcome. `late`: the forecast was made after the outcome was decided.",
      ),
    message: z.string(),
  }),
]);
