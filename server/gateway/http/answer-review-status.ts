import { and, eq, exists, or } from "drizzle-orm";
import { validate } from "uuid";
import { GatewayError } from "#server/base/errors.ts";
import { submissionSenders } from "#server/db/notify-schema.ts";
import { submissions } from "#server/db/schema.ts";
import type { GatewayContext } from "#server/gateway/context.ts";
import { readSubmissionState } from "#server/gateway/submissions/submission-state.ts";
import { answerWithKey } from "./answer-with-key.ts";

/** Answers `GET /review-status/{submission_id}` with the review of a request that this API key has sent. */
export function answerReviewStatus(
  gateway: Pick<GatewayContext, "config" | "database" | "authenticator" | "rateLimit" | "lookUpSlots" | "log" | "now">,
  request: Request,
  { submissionId }: { readonly submissionId: string },
): Promise<Response> {
  const { orm } = gateway.database;
  return answerWithKey(gateway, request, "review-status", async (callerId) => {
    const sent = orm
      .select()
      .from(submissionSenders)
      .where(and(eq(submissionSenders.submissionId, submissions.id), eq(submissionSenders.credentialId, callerId)));
    const [found] = !validate(submissionId)
      ? []
      : await orm
          .select()
          .from(submissions)
          .where(and(eq(submissions.id, submissionId), or(eq(submissions.authorId, callerId), exists(sent))));
    if (found === undefined)
      throw new GatewayError("NOT_FOUND", { message: "This API key has sent no submission with this id." });
    return readSubmissionState(gateway, orm, found);
  });
}
