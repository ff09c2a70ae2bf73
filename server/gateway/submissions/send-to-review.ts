import { and, count, desc, eq, inArray, isNull, ne, not, notExists, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { KEY_ORIGINS } from "#lib/domain/submissions.ts";
import { describeError } from "#server/base/describe-error.ts";
import { isConsoleError } from "#server/base/errors.ts";
import { isRenewal } from "#server/db/conditions.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { takeLock } from "#server/db/locks.ts";
import { submissionSenders } from "#server/db/notify-schema.ts";
import type { Drizzle } from "#server/db/open.ts";
import { approvals, bindings, submissions } from "#server/db/schema.ts";
import type { GatewayContext } from "#server/gateway/context.ts";
import { actorOf, type Call } from "#server/gateway/predict/call.ts";
import type { ValidRequest } from "#server/gateway/predict/valid-request.ts";
import { createSubmission, type Submission } from "./create-submission.ts";
import { renewSubmission } from "./renew-submission.ts";
import { type Followed, readSubmissionState } from "./submission-state.ts";

/** Maximum number of open submissions per credential, without renewals. */
const MAX_OPEN = 100;

/** The review of a request, or why the request was not sent for review. */
export type Sent = Followed | { readonly notSent: string };

/**
 * Sends a backend caller's request for review: once per content, with at most MAX_OPEN open submissions per credential.
 * Returns undefined if the database fails. Never rejects, because the caller gets the refusal either way.
 */
export async function sendToReview(
  gateway: Pick<GatewayContext, "config" | "database" | "events" | "model" | "log" | "now">,
  { caller, requestId, client }: Call,
  valid: ValidRequest,
): Promise<Sent | undefined> {
  const { request, task, input } = valid;
  try {
    return await inTransaction(gateway.database, async (transaction) => {
      // Serialized: concurrent transactions would not count each other's submissions.
      await takeLock(transaction, "sendToReview");
      const renewals = alias(submissions, "renewals");
      const isSame = (one: typeof submissions | typeof renewals) =>
        and(
          eq(one.release, request.model),
          eq(one.taskId, task.id),
          eq(one.inputId, input.id),
          // A withdrawn submission of a member does not count. A withdrawn submission of a caller is not sent again.
          or(ne(one.status, "withdrawn"), inArray(one.origin, KEY_ORIGINS)),
        );
      const renewal = transaction
        .select()
        .from(renewals)
        .where(and(eq(renewals.supersedes, submissions.id), isSame(renewals)));
      const [same] = await transaction
        .select()
        .from(submissions)
        // The ids of different processes sort by their clocks, so a renewal may sort before the submission that it renews.
        .where(and(isSame(submissions), notExists(renewal)))
        .orderBy(desc(submissions.id))
        .limit(1);
      if (same !== undefined) {
        const latest = (await hasExpired(gateway, transaction, same))
          ? await renewSubmission(gateway, transaction, same, valid)
          : same;
        await addSender(transaction, latest, caller.id);
        return readSubmissionState(gateway, transaction, latest);
      }
      const [open] = await transaction
        .select({ count: count() })
        .from(submissions)
        .where(and(eq(submissions.authorId, caller.id), eq(submissions.status, "submitted"), not(isRenewal)));
      if (open === undefined || open.count >= MAX_OPEN)
        return { notSent: `this API key already has ${MAX_OPEN} open submissions` };
      const created = await createSubmission(gateway, transaction, {
        actor: actorOf(caller),
        origin: client === undefined ? "caller" : "agent",
        client,
        valid,
      });
      return readSubmissionState(gateway, transaction, created);
    });
  } catch (failure) {
    if (isConsoleError(failure) && failure.code === "TOO_MANY_REQUESTS")
      return { notSent: "this API key has reached its daily limit" };
    gateway.log.error({ requestId, failure: describeError(failure) }, "a request could not be sent for review");
    return undefined;
  }
}

/**
 * Returns whether the submission was approved, nothing was revoked, and the binding or the approval has expired, by the same
 * clocks as in append_events().
 */
async function hasExpired(
  { now }: Pick<GatewayContext, "now">,
  transaction: Drizzle,
  { status, release, taskId, inputId }: Submission,
): Promise<boolean> {
  if (status !== "approved") return false;
  const isBinding = and(eq(bindings.taskId, taskId), eq(bindings.release, release), isNull(bindings.revokedAt));
  const isApproval = and(eq(approvals.taskId, taskId), eq(approvals.inputId, inputId), isNull(approvals.revokedAt));
  const expired = ({ expiresAt }: typeof bindings | typeof approvals) => ({
    expired: sql<boolean | null>`${expiresAt} <= greatest(${now().toISOString()}::timestamptz, now())`,
  });
  const active = await transaction
    .select(expired(bindings))
    .from(bindings)
    .where(isBinding)
    .unionAll(transaction.select(expired(approvals)).from(approvals).where(isApproval));
  return active.length === 2 && active.some(({ expired }) => expired);
}

/** Lets another API key that sends the same content follow the review. */
async function addSender(transaction: Drizzle, { id, authorId }: Submission, credentialId: string): Promise<void> {
  if (authorId === credentialId) return;
  await transaction.insert(submissionSenders).values({ submissionId: id, credentialId }).onConflictDoNothing();
}
