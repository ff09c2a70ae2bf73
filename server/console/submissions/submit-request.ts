import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { note, ownId, submissionTitle } from "#lib/domain/fields.ts";
import type { Member } from "#lib/domain/members.ts";
import { isSentWithKey, type Origin, titleOf } from "#lib/domain/submissions.ts";
import { MAX_TAGS, tag } from "#lib/domain/tags.ts";
import { memberActor } from "#server/audit/log/event.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { changeTagIn } from "#server/console/tags/change-tags.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { takeLock } from "#server/db/locks.ts";
import type { Drizzle } from "#server/db/open.ts";
import { submissions } from "#server/db/schema.ts";
import { requireRelease } from "#server/gateway/predict/admit.ts";
import type { ValidRequest } from "#server/gateway/predict/valid-request.ts";
import { createSubmission, type Submission } from "#server/gateway/submissions/create-submission.ts";
import { declareOrder } from "#server/gateway/submissions/declare-order.ts";
import { OTHER_ORDER } from "#server/gateway/submissions/find-submission-findings.ts";
import { mayRevise } from "#server/gateway/submissions/submission-permissions.ts";
import { withdrawIn } from "#server/gateway/submissions/withdraw-submission.ts";

export const aboutSubmission = z.object({
  title: z.optional(submissionTitle),
  note: z.optional(note),
  ordered: z.optional(z.boolean()),
  /** Added to the question. */
  tags: z.optional(z.array(tag).max(MAX_TAGS)),
  own_id: z.optional(ownId),
  /** True confirms that content which was erased may be stored again. */
  restore_erased: z.optional(z.boolean()),
});

export interface SubmitInput {
  readonly valid: ValidRequest;
  readonly title?: string | undefined;
  readonly note?: string | undefined;
  /** True declares that the options are ordered as listed, such as "low", "middle", "high". False declares nothing. */
  readonly ordered?: boolean | undefined;
  readonly tags?: readonly string[] | undefined;
  /** The member's own id of the question. Imported outcomes may refer to it. */
  readonly own_id?: string | undefined;
  readonly restore_erased?: boolean | undefined;
  /** Id of the submission to revise. */
  readonly supersedes?: string | undefined;
}

interface SubmissionSource {
  readonly origin: Origin;
  readonly batch?: string;
  readonly client?: string;
}

/**
 * Submits a valid request for review. Rejects with MODEL_NOT_SUPPORTED if this deployment does not serve the release,
 * NOT_FOUND if the submission to revise does not exist, FORBIDDEN if the revision would withdraw another member's open
 * submission, and CONFLICT if another author has an open submission with the same content. Submitting the same content
 * and option order again returns the author's open submission, or revises it if the title or note differs.
 */
export function submit(
  gateway: Pick<ConsoleContext, "database" | "events" | "model" | "now">,
  member: Member,
  input: SubmitInput,
  from: SubmissionSource = { origin: "console" },
): Promise<Submission> {
  return inTransaction(gateway.database, (transaction) => submitIn(gateway, transaction, member, input, from));
}

export async function submitIn(
  gateway: Pick<ConsoleContext, "events" | "model" | "now">,
  transaction: Drizzle,
  member: Member,
  input: SubmitInput,
  from: SubmissionSource,
): Promise<Submission> {
  requireRelease(gateway.model, input.valid.request.model);
  const submission = await findOrCreate(gateway, transaction, member, input, from);
  for (const tag of new Set(input.tags)) {
    const change = { taskId: submission.taskId, tag, active: true };
    await changeTagIn(gateway, transaction, member, change);
  }
  return submission;
}

async function findOrCreate(
  gateway: Pick<ConsoleContext, "events" | "model" | "now">,
  transaction: Drizzle,
  member: Member,
  { valid, tags: _, ...words }: SubmitInput,
  from: SubmissionSource,
): Promise<Submission> {
  const { request, options, task, input } = valid;
  // Serializes submissions of the same content: concurrent transactions would not see each other's rows.
  await takeLock(transaction, "submit", `${request.model} ${task.id} ${input.id}`);
  const same = await transaction
    .select()
    .from(submissions)
    .where(
      and(
        eq(submissions.status, "submitted"),
        eq(submissions.release, request.model),
        eq(submissions.taskId, task.id),
        eq(submissions.inputId, input.id),
        eq(submissions.options, [...options]),
      ),
    );
  const open = same.find(({ authorId }) => authorId === member.id);
  if (open !== undefined && repeats(open, words, request.task.instructions)) {
    // A new declaration that disagrees with the task needs a new submission, for its finding.
    const isDeclared = words.ordered !== true || open.findings.includes(OTHER_ORDER);
    if (isDeclared || (await declareOrder(gateway, transaction, memberActor(member), valid))) return open;
  }
  const supersedes = words.supersedes ?? open?.id;
  // An open submission sent with an API key does not prevent members from submitting the same content.
  const others = same.find(
    ({ id, authorId, origin }) => authorId !== member.id && !isSentWithKey(origin) && id !== supersedes,
  );
  if (others !== undefined) {
    const message = `The submission “${others.title}” (${others.id}) has the same content and is already waiting for review.`;
    throw new GatewayError("CONFLICT", { message });
  }
  const revised: Submission[] = [];
  for (const id of new Set([supersedes, open?.id])) {
    if (id !== undefined) revised.push(await requireRevisable(transaction, member, id));
  }
  for (const each of revised) {
    if (each.status === "submitted") await withdrawIn(gateway, transaction, memberActor(member), each);
  }
  return createSubmission(gateway, transaction, {
    actor: memberActor(member),
    ...from,
    valid,
    ...words,
    ownId: words.own_id,
    restoresErased: words.restore_erased,
    supersedes,
  });
}

/**
 * Returns whether `open`, which has the same content, also has the requested title, note and own id. In a revision, a
 * missing title or note means the default title or an empty note. Otherwise, it means the value of `open`.
 */
function repeats(open: Submission, words: Omit<SubmitInput, "valid">, question: string): boolean {
  const { title, note, own_id: ownId, supersedes } = words;
  const isRevision = supersedes !== undefined;
  return (
    (!isRevision || supersedes === open.id || supersedes === open.supersedes) &&
    titleOf(title ?? (isRevision ? "" : open.title), question) === open.title &&
    (note ?? (isRevision ? "" : open.note)) === open.note &&
    (ownId ?? open.ownId) === open.ownId
  );
}

async function requireRevisable(transaction: Drizzle, member: Member, id: string): Promise<Submission> {
  const [revised] = await transaction.select().from(submissions).where(eq(submissions.id, id)).for("update");
  if (revised === undefined)
    throw new GatewayError("NOT_FOUND", { message: "The submission to revise does not exist." });
  if (mayRevise(revised, member.id)) return revised;
  throw new GatewayError("FORBIDDEN", {
    message: "Only the author can revise a submission that is waiting for review, because the revision withdraws it.",
  });
}
