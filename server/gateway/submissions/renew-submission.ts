import { BACKGROUND_JOBS } from "#server/audit/log/event.ts";
import type { Drizzle } from "#server/db/open.ts";
import type { GatewayContext } from "#server/gateway/context.ts";
import { ValidRequest } from "#server/gateway/predict/valid-request.ts";
import { createSubmission, type Submission } from "./create-submission.ts";

/** Sends the content of an approved submission for review again, because its approval expires or has expired. */
export function renewSubmission(
  gateway: Pick<GatewayContext, "events" | "model" | "now">,
  transaction: Drizzle,
  { id, authorId, origin, client, title, options, batch }: Submission,
  { request }: Pick<ValidRequest, "request">,
): Promise<Submission> {
  return createSubmission(gateway, transaction, {
    actor: BACKGROUND_JOBS,
    authorId,
    origin,
    client: client ?? undefined,
    title,
    valid: new ValidRequest({ request, options }),
    supersedes: id,
    batch: batch ?? undefined,
  });
}
