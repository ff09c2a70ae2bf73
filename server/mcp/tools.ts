import { z } from "zod";
import { MAX_BODY_BYTES } from "#lib/contract/bounds.ts";
import { MAX_IDEMPOTENCY_KEY } from "#lib/contract/idempotency-key.ts";
import { SAMPLE_REQUEST } from "#lib/contract/sample-request.ts";
import { explain } from "#lib/trace/explain.ts";
import { memberActor } from "#server/audit/log/event.ts";
import { GatewayError } from "#server/base/errors.ts";
import { validate } from "#server/console/reviews/validate-request.ts";
import { scoreBody } from "#server/console/scores/answer-score.ts";
import { readScoreOf } from "#server/console/scores/get-score.ts";
import { submit } from "#server/console/submissions/submit-request.ts";
import { getForecast } from "#server/gateway/forecasts/get-forecast.ts";
import { readOwnReview } from "#server/gateway/http/answer-look-ups.ts";
import { actorOf } from "#server/gateway/predict/call.ts";
import { reviseSent } from "#server/gateway/submissions/revise-sent.ts";
import { readSubmissionState } from "#server/gateway/submissions/submission-state.ts";
import { withdraw } from "#server/gateway/submissions/withdraw-submission.ts";
import { findQuestions } from "./find-questions.ts";
import { composeAnswer, predictOverMcp, readRequest } from "./predict.ts";
import { defineTool, found, listed } from "./tool.ts";

const request = z
  .string()
  .describe(`The whole request as one JSON text of at most 32 KiB, such as: ${JSON.stringify(SAMPLE_REQUEST)}`);
const submissionId = z.uuid().describe("The id of a submission, from predict or find_questions.");
const requestId = z.uuid().describe("The request_id of an answer of predict.");

export const TOOLS = [
  defineTool({
    name: "check_request",
    title: "Check a request",
    description:
      "Checks a request without sending it: violations, findings that reviewers will see, and bytes left. Call it first.",
    input: z.object({ request }),
    needs: "read",
    async run(gateway, _, input) {
      const { ok, answer, needsReview, findings } = await validate(gateway, () => readRequest(input.request));
      const left = MAX_BODY_BYTES - Buffer.byteLength(input.request);
      const error = needsReview ? null : answer?.error;
      return found({ would_be_answered: ok, needs_review: needsReview, error, findings, bytes_left: left });
    },
  }),

  defineTool({
    name: "predict",
    title: "Ask for a forecast",
    description:
      "Asks for the probability of each option. People approve each question and its evidence first: a new request " +
      "usually returns a review in progress. Never rephrase a request that waits for review.",
    input: z.object({
      request,
      idempotency_key: z
        .string()
        .min(1)
        .max(MAX_IDEMPOTENCY_KEY)
        .describe("A random text for each request. Repeat it if you repeat a call, for example after a timeout."),
    }),
    needs: "forecast",
    run: (gateway, agent, input) => predictOverMcp(gateway, agent, input.request, input.idempotency_key),
  }),

  defineTool({
    name: "review_status",
    title: "Look up a review",
    description: "Returns state, note and expected time of a review. Wait retry_after_seconds between two calls.",
    input: z.object({ submission_id: submissionId }),
    needs: "read",
    async run(gateway, agent, input) {
      return found(reviewOf(await readOwnReview(gateway, agent.caller.id, input.submission_id)));
    },
  }),

  defineTool({
    name: "revise_request",
    title: "Revise a request in review",
    description:
      "Replaces an open submission of yours with a corrected request. The review starts again. After a decision, call " +
      "predict with the corrected request instead.",
    input: z.object({ submission_id: submissionId, request }),
    needs: "submit",
    async run(gateway, agent, input) {
      const valid = readRequest(input.request);
      const { ok, answer, needsReview } = await validate(gateway, () => valid);
      if (ok) return found({ status: "approved", next: "This content is approved already. Call predict with it." });
      if (!needsReview && answer !== null) return found({ ...answer.error, request_id: answer.request_id }, true);
      const { member, client } = agent;
      if (member === undefined) return found(reviewOf(await reviseSent(gateway, agent, input.submission_id, valid)));
      const from = { origin: "console", client } as const;
      const revised = await submit(gateway, member, { valid, supersedes: input.submission_id }, from);
      return found(reviewOf(await readSubmissionState(gateway, gateway.database.orm, revised)));
    },
  }),

  defineTool({
    name: "withdraw_request",
    title: "Withdraw a request from review",
    description:
      "Withdraws an open submission of yours. The same request is not sent for review again. To correct it, revise it.",
    input: z.object({ submission_id: submissionId }),
    needs: "submit",
    async run(gateway, agent, input) {
      const author = agent.member === undefined ? actorOf(agent.caller) : memberActor(agent.member);
      const { id, status } = await withdraw(gateway, author, input.submission_id);
      return found({ submission_id: id, status });
    },
  }),

  defineTool({
    name: "find_questions",
    title: "Find your questions",
    description:
      "Lists your questions, newest first, with your latest submission, forecast and score. Call it before you ask.",
    input: z.object({
      text: z.string().max(200).optional().describe("Beginnings of words in the question or its options."),
      after: z.string().max(100).optional().describe("The value of next in the previous page."),
    }),
    needs: "read",
    async run(gateway, agent, input) {
      return found(await findQuestions(gateway, agent.caller.id, input));
    },
  }),

  defineTool({
    name: "get_forecast",
    title: "Explain a forecast",
    description:
      "Returns one of your forecasts, the steps from the observations to it, and the address of its proof in the audit log.",
    input: z.object({ request_id: requestId }),
    needs: "read",
    async run(gateway, agent, input) {
      const forecast = await getForecast(gateway.database, input.request_id);
      const { trace, request, response, options, askedBy } = forecast;
      if (askedBy.id !== agent.caller.id)
        throw new GatewayError("NOT_FOUND", { message: "You have no forecast with this request id." });
      const { context } = request.input;
      const answer = response.result.probabilities;
      const { steps, isComplete } = explain({ trace, context, options: options.toSorted(), answer });
      return found({
        question: request.task.instructions,
        ...composeAnswer(gateway, forecast),
        steps: steps.map((step) => ({ ...step, probabilities: listed(options, step.probabilities) })),
        steps_are_complete: isComplete,
      });
    },
  }),

  defineTool({
    name: "get_score",
    title: "Look up a score",
    description: "Returns the score of one of your forecasts, or why it has none yet. Lower is better.",
    input: z.object({ request_id: requestId }),
    needs: "read",
    async run(gateway, agent, input) {
      return found(scoreBody(await readScoreOf(gateway.database, input.request_id, agent.caller.id)));
    },
  }),
];

function reviewOf({ body, retryAfter }: Awaited<ReturnType<typeof readOwnReview>>) {
  return { submission: body, ...(retryAfter !== undefined && { retry_after_seconds: retryAfter }) };
}
