import { and, count, eq, inArray } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { EVALUATION_STATUSES, isOpen } from "#lib/domain/evaluations.ts";
import type { Member } from "#lib/domain/members.ts";
import type { ResolvedFilter } from "#lib/domain/resolved-questions.ts";
import { memberActor } from "#server/audit/log/event.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { digestCases } from "#server/db/cases-digest.ts";
import { evaluationCases, evaluations } from "#server/db/evaluation-schema.ts";
import { inTransaction } from "#server/db/in-transaction.ts";

/** Maximum evaluations in progress per member: a limit is needed because cases are stored permanently. */
const MAX_OPEN = 20;

/** Throws CONFLICT if the member has MAX_OPEN evaluations in progress. */
export async function requireRoom(
  { database: { orm } }: Pick<ConsoleContext, "database">,
  member: Member,
): Promise<void> {
  const isOpenOne = and(
    eq(evaluations.uploadedBy, member.id),
    inArray(evaluations.status, EVALUATION_STATUSES.filter(isOpen)),
  );
  const [open] = await orm.select({ count: count() }).from(evaluations).where(isOpenOne);
  if (open === undefined || open.count < MAX_OPEN) return;
  throw new GatewayError("CONFLICT", {
    message: `You have ${MAX_OPEN} evaluations in progress. Stop one, or try again when one has finished.`,
  });
}

export type CaseRow = Omit<typeof evaluationCases.$inferInsert, "evaluationId" | "index">;

interface NewEvaluation {
  readonly title: string;
  readonly fileName: string;
  /** SHA-256 of the uncompressed file, in hexadecimal digits. */
  readonly dataDigest: string;
  readonly rows: readonly CaseRow[];
  /** Set if the cases are approved inputs of resolved questions. The evaluation then needs no review. */
  readonly selection?: ResolvedFilter;
}

/** Rows per insert. Larger inserts would delay predictions on the embedded database, which has a single session. */
const ROWS = 100;

/** Stores the cases in file order and returns the id of the new evaluation. Tasks and inputs must be stored already. */
export async function saveEvaluation(
  { database, model, events, now }: Pick<ConsoleContext, "database" | "events" | "model" | "now">,
  member: Member,
  { title, fileName, dataDigest, rows, selection }: NewEvaluation,
): Promise<string> {
  const id = uuid();
  const numbered = rows.map((row, index) => ({ ...row, evaluationId: id, index }));
  // No transaction: cases have no effect until their evaluation is inserted, in one transaction with its audit event.
  for (let first = 0; first < numbered.length; first += ROWS) {
    await database.orm.insert(evaluationCases).values(numbered.slice(first, first + ROWS));
  }
  const shown = { title, release: model.release, cases: rows.length };
  const casesDigest = digestCases(numbered);
  await inTransaction(database, async (transaction) => {
    await transaction.insert(evaluations).values({
      id,
      ...shown,
      fileName,
      dataDigest,
      casesDigest,
      selection: selection ?? null,
      status: selection === undefined ? "in_review" : "approved",
      uploadedBy: member.id,
      uploadedAt: now(),
    });
    const event = {
      kind: "evaluation.uploaded",
      evaluation_id: id,
      ...shown,
      data_digest: dataDigest,
      cases_digest: casesDigest,
      ...(selection === undefined ? {} : { selection }),
    } as const;
    const bytes = Buffer.byteLength(JSON.stringify(rows));
    await events.appendIn(transaction, memberActor(member), event, { bytes, kind: "files" });
  });
  return id;
}
