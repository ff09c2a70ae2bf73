import { z } from "zod";
import { DECIDED } from "./decided.ts";

/** The message sent to webhooks, published in `/openapi.json`. */

const digest = z.string().regex(/^sha256:[a-f0-9]{64}$/);

export const webhookSchema = z.strictObject({
  id: z.uuid().describe("The delivery's id, the same in all its attempts, as in the header `webhook-id`."),
  type: z.literal("submission.decided"),
  timestamp: z.iso.datetime().describe("When it happened."),
  data: z.strictObject({
    submission_id: z.uuid(),
    task_id: digest,
    input_id: digest,
    status: z.enum(DECIDED).describe("After `approved`, the same request is answered."),
    decided_at: z.iso.datetime(),
  }),
});

const header = (name: string, description: string) => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
});

/** The `webhooks` of the OpenAPI document. Test deliveries are not described. */
export function describeWebhooks(message: { readonly $ref: string }) {
  return {
    "submission.decided": {
      post: {
        operationId: "submissionDecided",
        summary: "A submission was decided",
        description:
          "Sent to the address that an administrator has set at an API key, when reviewers have decided on what came in " +
          "with this key. Signed as Standard Webhooks describes it, delivered at least once, and tried again for a day.",
        tags: ["Predictions"],
        security: [],
        parameters: [
          header("webhook-id", "The delivery's id. Keep it: the same delivery may come again."),
          header("webhook-timestamp", "When the attempt was made, in seconds since 1970."),
          header(
            "webhook-signature",
            "`v1,` and the base64 of the HMAC-SHA256 of `id.timestamp.body`, by the key behind `whsec_` in the secret.",
          ),
        ],
        requestBody: { required: true, content: { "application/json": { schema: message } } },
        responses: {
          "204": { description: "Received. Any 2xx will do; the body is not read." },
          "4XX": { description: "Not received: the delivery is tried again." },
        },
      },
    },
  };
}
