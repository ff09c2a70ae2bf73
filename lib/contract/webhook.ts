import { z } from "zod";
import { digestSchema } from "./digest.ts";
import { DECIDED } from "./statuses.ts";

/** Schema of the messages to webhooks, published in `/openapi.json`. */

const time = z.iso.datetime();

const submissionData = z.strictObject({
  submission_id: z.uuid(),
  task_id: digestSchema,
  input_id: digestSchema,
  status: z.enum(DECIDED).describe("Once the submission is `approved`, the same request gets a forecast."),
  decided_at: time,
});

/** The score of a forecast, as in `GET /scores/{request_id}`. */
export const scoreFieldsSchema = z.strictObject({
  counts_from: time.describe("The question's resolution date. The track record contains the score from this time."),
  probability: z.number().min(0).max(1).describe("The probability of the option that happened."),
  brier: z.number().min(0).max(2).describe("Sum of squared errors over the options."),
  log: z.number().min(0).describe("−ln of `probability`, which counts as at least 0.0005 here."),
  ranked_probability: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .describe("Ranked probability score; null unless the options are ordered."),
});

const outcomeData = z.strictObject({
  task_id: digestSchema,
  outcome: z.string().nullable().describe("The option that happened; null for a void question, which has no scores."),
  happened_at: time.describe("When the outcome was decided. Later forecasts have no score."),
  confirmed_at: time,
  scored: z.int().min(0).describe("Number of forecasts made with this API key that have a score."),
  scores: z
    .array(scoreFieldsSchema.extend({ request_id: z.uuid() }))
    .max(100)
    .describe("Their scores, the latest forecasts first."),
});

/** Types of the messages to the organisation. */
const types = z.enum(["submission.waiting", "submission.overdue", "outcome.due", "audit.alarm"]);

const channelData = z.strictObject({
  count: z.int().min(1),
  items: z.array(z.string()).max(100).describe("Ids of the first submissions or tasks, or names of alarms."),
  url: z.url().describe("The page of the console that shows them."),
});

const messageOf = <T extends z.ZodType<string>, D extends z.ZodType>(type: T, data: D) =>
  z.strictObject({
    id: z
      .uuid()
      .describe(
        "The delivery's id, the same as in the header `webhook-id`. All attempts of a delivery have the same id.",
      ),
    type,
    timestamp: time.describe("The time of the event."),
    data,
  });

export const submissionMessageSchema = messageOf(z.literal("submission.decided"), submissionData);
export const outcomeMessageSchema = messageOf(z.literal("outcome.confirmed"), outcomeData);
export const channelMessageSchema = messageOf(types, channelData);
export const testMessageSchema = messageOf(z.literal("test"), z.strictObject({}));

export type ScoreFields = z.infer<typeof scoreFieldsSchema>;
export type SubmissionData = z.infer<typeof submissionData>;
export type OutcomeData = z.infer<typeof outcomeData>;
export type ChannelType = z.infer<typeof types>;
export type ChannelData = z.infer<typeof channelData>;
export type ChannelMessage = z.infer<typeof channelMessageSchema | typeof testMessageSchema>;
export type DeliveryType = "submission.decided" | "outcome.confirmed" | ChannelMessage["type"];

const header = (name: string, description: string) => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
});

const HEADERS = [
  header("webhook-id", "The delivery's id. Store it to recognise a delivery that arrives more than once."),
  header("webhook-timestamp", "The time of the attempt, in seconds since 1970."),
  header(
    "webhook-signature",
    "`v1,` and the base64 of the HMAC-SHA256 of `id.timestamp.body`. The key is the base64 text after `whsec_` in the secret.",
  ),
];

const DELIVERY =
  "An administrator sets the receiver's URL. Messages are signed as defined by Standard Webhooks, delivered at least " +
  "once, and retried for a day.";

/** The `webhooks` of the OpenAPI document. */
export function describeWebhooks(ref: (name: string) => { readonly $ref: string }) {
  return {
    "submission.decided": post(
      "submissionDecided",
      "Decision on a submission",
      `Sent when reviewers have decided on a submission that was sent with an API key. ${DELIVERY}`,
      ref("SubmissionMessage"),
    ),
    "outcome.confirmed": post(
      "outcomeConfirmed",
      "Confirmed outcome of a question",
      "Sent when the outcome of a question forecast with the API key is confirmed, and again when a correction is " +
        `confirmed. ${DELIVERY}`,
      ref("OutcomeMessage"),
    ),
    ...Object.fromEntries(
      types.options.map((type) => [
        type,
        post(
          type.replace(/\.(.)/, (_, letter) => letter.toUpperCase()),
          "Notification of the organisation",
          `Sent to the webhook of the organisation instead of an API key. ${DELIVERY}`,
          ref("OrganisationMessage"),
        ),
      ]),
    ),
    test: post(
      "testDelivered",
      "Test of the webhook",
      "Sent when an administrator tests the webhook. Verify the signature, and ignore the message. A test that is sent " +
        "before the URL is saved is signed with another secret.",
      ref("TestMessage"),
    ),
  };
}

function post(operationId: string, summary: string, description: string, message: { readonly $ref: string }) {
  return {
    post: {
      operationId,
      summary,
      description,
      tags: ["Webhooks"],
      security: [],
      parameters: HEADERS,
      requestBody: { required: true, content: { "application/json": { schema: message } } },
      responses: {
        "204": { description: "Received. Any 2xx status is accepted, and the response body is ignored." },
        "400": { description: "Not received. After any other status, the delivery is retried." },
        "410": { description: "The receiver is gone. Deliveries stop until an administrator saves the URL again." },
        "429": { description: "Not received. The delivery is retried, at the earliest after `Retry-After`." },
      },
    },
  };
}
