import { z } from "zod";
import { DECIDED } from "./statuses.ts";

/** Schema of the messages to webhooks, published in `/openapi.json`. */

const digest = z.string().regex(/^sha256:[a-f0-9]{64}$/);

export const webhookSchema = z.strictObject({
  id: z
    .uuid()
    .describe(
      "The delivery's id, the same as in the header `webhook-id`. All attempts of a delivery have the same id.",
    ),
  type: z.literal("submission.decided"),
  timestamp: z.iso.datetime().describe("The time of the decision."),
  data: z.strictObject({
    submission_id: z.uuid(),
    task_id: digest,
    input_id: digest,
    status: z.enum(DECIDED).describe("Once the submission is `approved`, the same request gets a forecast."),
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
        summary: "Decision on a submission",
        description:
          "Sent when reviewers have decided on a submission that came from a request with an API key. An administrator " +
          "sets the receiver's URL for each API key. Messages are signed as defined by Standard Webhooks, delivered at " +
          "least once, and retried for a day.",
        tags: ["Predictions"],
        security: [],
        parameters: [
          header("webhook-id", "The delivery's id. Store it to recognise a delivery that arrives more than once."),
          header("webhook-timestamp", "The time of the attempt, in seconds since 1970."),
          header(
            "webhook-signature",
            "`v1,` and the base64 of the HMAC-SHA256 of `id.timestamp.body`. The key is the base64 text after `whsec_` in the secret.",
          ),
        ],
        requestBody: { required: true, content: { "application/json": { schema: message } } },
        responses: {
          "204": { description: "Received. Any 2xx status is accepted, and the response body is ignored." },
          "4XX": { description: "Not received. The delivery is retried." },
        },
      },
    },
  };
}
