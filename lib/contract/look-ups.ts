import { z } from "zod";
import { digestSchema } from "./digest.ts";
import { scoreFieldsSchema } from "./webhook.ts";

/** Schemas of the look-ups of earlier requests, published in `/openapi.json`. */

const hash = z.string().regex(/^[a-f0-9]{64}$/);

export const receiptSchema = z.strictObject({
  request_id: z.uuid(),
  seq: z.int().min(1).describe("Position of the event in the audit log, from 1."),
  previous_hash: hash.describe("Hash of the event before it; 64 zeros for the first event."),
  hash: hash.describe(
    "SHA-256 of the 32 bytes of `previous_hash`, followed by the canonical JSON (RFC 8785) of `event`.",
  ),
  event: z.looseObject({ kind: z.string(), request_id: z.uuid() }).describe("The recorded result of the request."),
  checkpoint: z
    .strictObject({
      database_id: z.uuid(),
      seq: z.int().min(1),
      hash,
      at: z.iso.datetime(),
      key_id: z.string().describe("First 16 hexadecimal digits of the SHA-256 of the log's public key (DER)."),
      signature: z.string().describe("Ed25519 signature over the canonical JSON of the other members, in base64."),
    })
    .describe("The gateway's signature that event `seq` of the audit log has this hash."),
});

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
