import { and, count, eq, not } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { titleOf } from "#lib/domain/submissions.ts";
import type { Actor } from "#server/audit/log/event.ts";
import { orderOf } from "#server/audit/log/recorded-answer.ts";
import { GatewayError } from "#server/base/errors.ts";
import { isRenewal } from "#server/db/conditions.ts";
import type { Drizzle } from "#server/db/open.ts";
import { submissions } from "#server/db/schema.ts";
import type { GatewayContext } from "#server/gateway/context.ts";
import type { ValidRequest } from "#server/gateway/predict/valid-request.ts";
import { declareOrder } from "./declare-order.ts";
import { findingsOf } from "./find-submission-findings.ts";
import { storeContent } from "./store-content.ts";

export type Submission = typeof submissions.$inferSelect;

export interface NewSubmission {
  readonly valid: ValidRequest;
  readonly actor: Actor;
  /** Undefined: the actor. */
  readonly authorId?: string | undefined;
  readonly origin: Submission["origin"];
  /** Name that an MCP client announced. */
  readonly client?: string | undefined;
  readonly title?: string | undefined;
  readonly note?: string | undefined;
  /** Whether the author declares that the options are ordered, from lowest to highest as in `valid.options`. */
  readonly ordered?: boolean | undefined;
  /** The member's own id of the question. */
  readonly ownId?: string | undefined;
  readonly supersedes?: string | undefined;
  /** Id of the import that contains the submission. */
  readonly batch?: string | undefined;
  /** Whether a member has confirmed that erased content may be stored again. */
  readonly restoresErased?: boolean | undefined;
}

/** Maximum number of open submissions per member, without renewals. Credentials have their own limit (send-to-review.ts). */
const MAX_OPEN = 2_000;

/** Sends a task and input for review, in the caller's transaction. Throws CONFLICT at MAX_OPEN open submissions. */
export async function createSubmission(
  gateway: Pick<GatewayContext, "events" | "model" | "now">,
  transaction: Drizzle,
  created: NewSubmission,
): Promise<Submission> {
  const { actor, authorId, origin, client, valid, title, note, ordered, ownId, supersedes, batch, restoresErased } =
    created;
  if (actor.type === "member") await requireRoom(transaction, actor.id);
  const { request, options, task, input } = valid;
  const now = gateway.now();
  const contentBytes = await storeContent(transaction, valid, now, restoresErased);
  const declaresOtherOrder = ordered === true && !(await declareOrder(gateway, transaction, actor, valid));
  const submission: Submission = {
    id: uuid(),
    release: request.model,
    taskId: task.id,
    inputId: input.id,
    options: [...options],
    title: titleOf(title ?? "", request.task.instructions),
    note: note ?? "",
    status: "submitted",
    origin,
    client: client ?? null,
    ownId: ownId ?? null,
    authorId: authorId ?? actor.id,
    supersedes: supersedes ?? null,
    batch: batch ?? null,
    findings: findingsOf(gateway, request, declaresOtherOrder).map(({ severity, id }) => `${severity}:${id}`),
    assignedTo: null,
    erasedBy: null,
    createdAt: now,
    updatedAt: now,
  };
  await transaction.insert(submissions).values(submission);
  const event = {
    kind: "submission.created",
    submission_id: submission.id,
    ...(authorId === undefined ? {} : { author_id: authorId }),
    supersedes: submission.supersedes,
    origin,
    release: submission.release,
    task_id: task.id,
    input_id: input.id,
    order: orderOf(valid),
    findings: submission.findings,
  } as const;
  const bytes = contentBytes + Buffer.byteLength(submission.title + submission.note + (ownId ?? ""));
  await gateway.events.appendIn(transaction, actor, event, { bytes, kind: origin === "import" ? "files" : "texts" });
  return submission;
}

async function requireRoom(transaction: Drizzle, authorId: string): Promise<void> {
  const [open] = await transaction
    .select({ count: count() })
    .from(submissions)
    .where(and(eq(submissions.authorId, authorId), eq(submissions.status, "submitted"), not(isRenewal)));
  if (open === undefined || open.count < MAX_OPEN) return;
  throw new GatewayError("CONFLICT", {
    message: `You have ${MAX_OPEN} submissions waiting for review. Withdraw some, or try again after some have been reviewed.`,
  });
}
