import { and, asc, eq, inArray, or, sql } from "drizzle-orm";
import { wordsOfErasure } from "#lib/domain/erasures.ts";
import { EVALUATION_ACTIONS } from "#lib/domain/evaluations.ts";
import type { ErasureCarriedOut } from "#server/audit/log/erasure-events.ts";
import type { Actor } from "#server/audit/log/event.ts";
import { identify } from "#server/base/digest.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { digestCases } from "#server/db/cases-digest.ts";
import { erasures } from "#server/db/erasure-schema.ts";
import { evaluationCases, evaluations } from "#server/db/evaluation-schema.ts";
import { takeLock } from "#server/db/locks.ts";
import { members } from "#server/db/member-schema.ts";
import type { Drizzle } from "#server/db/open.ts";
import { requireNoHold } from "./holds.ts";
import { cutObservation, readTexts, textsIn } from "./read-texts.ts";

/** SQL condition on a submission `s`: it was not erased. */
export const isKept = sql`s.erased_by is null`;

/**
 * Erases in the transaction of the caller, so that a crash leaves all or nothing, and records what was erased. Throws
 * CONFLICT for an enabled member, while an evaluation uses the content, and while a legal hold covers it.
 */
export async function carryOut(
  { events, now }: Pick<ConsoleContext, "events" | "now">,
  transaction: Drizzle,
  actor: Actor,
  { id, thing, subjectId, rule, requestedBy }: typeof erasures.$inferSelect,
  retention?: ErasureCarriedOut["retention"],
): Promise<void> {
  const at = now();
  const ids = retention?.submissions ?? [subjectId];
  const submissionIds = sql.param(thing === "submission" ? ids : []);
  await takeLock(transaction, "archive");
  await takeLock(transaction, "outcomes");
  // A submission that is inserted meanwhile would use a text that nobody else seems to use.
  await transaction.execute(sql`lock table submissions, evaluation_cases in share row exclusive mode`);
  const { rows: texts } = await transaction.execute<{ id: string; kind: "task" | "input" }>(sql`
    with erased as (select * from submissions where id::text = any(${submissionIds})),
      others as (select s.* from submissions s where s.id::text <> all(${submissionIds}) and ${isKept})
    select task_id as id, 'task' as kind from erased where task_id not in (select task_id from others)
    union all select input_id, 'input' from erased where input_id not in (select input_id from others)`);
  const words = wordsOfErasure({ at: at.toISOString(), by: requestedBy, rule });
  const cut = thing === "observation" ? await cutObservation(transaction, subjectId, words) : undefined;
  if (cut !== undefined) texts.push({ id: cut.inputId, kind: "input" });
  const [taskIds, inputIds] = (["task", "input"] as const).map((kind) =>
    texts.flatMap((one) => (one.kind === kind ? one.id : [])),
  ) as [string[], string[]];
  await requireNoHold(transaction, thing, ids, inputIds);
  for (const taskId of taskIds) await takeLock(transaction, "grant", taskId);
  await requireNoEvaluation(transaction, taskIds, inputIds);
  const email = thing === "member" ? await requireDisabled(transaction, subjectId) : null;
  const phrases = cut ? textsIn(cut.observation) : await readTexts(transaction, taskIds, inputIds);
  const idOf = (what: typeof thing) => (what === thing ? subjectId : null);
  const { rows } = await transaction.execute<{ one: [list: string, id: string] }>(sql`select erase_content(row(
    ${id}, ${at.toISOString()}, ${actor.id}, ${words}, ${sql.param(taskIds)}, ${sql.param(inputIds)},
    ${submissionIds}, ${idOf("note")}, ${idOf("member")}, ${email},
    ${sql.param(phrases)}, ${cut?.remaining ?? null})::erase_parameters) as one`);
  const listOf = (list: string) => rows.flatMap(({ one }) => (one[0] === list ? one[1] : []));
  await transaction.update(erasures).set({ status: "carried_out", endedAt: at }).where(eq(erasures.id, id));
  await events.appendIn(transaction, actor, {
    ...({ kind: "erasure.carried_out", erasure_id: id, thing, subject_id: subjectId, rule } as const),
    ...{ requested_by: requestedBy, tasks: taskIds, inputs: inputIds },
    ...(retention && { retention }),
    ...{ withdrawn: listOf("withdrawn"), bindings: listOf("bindings"), approvals: listOf("approvals") },
    ...(cut && { remaining: identify(JSON.parse(cut.remaining)).id }),
    removed: listOf("removed"),
    evaluations: await digestEvaluations(transaction, taskIds),
  });
}

async function requireNoEvaluation(transaction: Drizzle, taskIds: readonly string[], inputIds: readonly string[]) {
  const isUsed = or(inArray(evaluationCases.taskId, [...taskIds]), inArray(evaluationCases.inputId, [...inputIds]));
  const [open] = await transaction
    .select({ title: evaluations.title })
    .from(evaluations)
    .innerJoin(evaluationCases, eq(evaluationCases.evaluationId, evaluations.id))
    .where(and(inArray(evaluations.status, [...EVALUATION_ACTIONS.stop.from]), isUsed));
  if (open === undefined) return;
  throw new GatewayError("CONFLICT", { message: `The evaluation “${open.title}” uses this content. Stop it first.` });
}

/** Returns the address of a member who cannot sign in. */
async function requireDisabled(transaction: Drizzle, id: string): Promise<string> {
  const { email, disabledAt } = members;
  const [found] = await transaction.select({ email, disabledAt }).from(members).where(eq(members.id, id)).for("update");
  if (found !== undefined && found.disabledAt !== null) return found.email;
  throw new GatewayError("CONFLICT", { message: "This member has an enabled account. Disable the member first." });
}

async function digestEvaluations(transaction: Drizzle, taskIds: readonly string[]) {
  const { evaluationId: id, index } = evaluationCases;
  const isConcerned = inArray(evaluationCases.taskId, [...taskIds]);
  const digests: { evaluation_id: string; cases_digest: string }[] = [];
  for (const one of await transaction.selectDistinct({ id }).from(evaluationCases).where(isConcerned)) {
    const cases = await transaction.select().from(evaluationCases).where(eq(id, one.id)).orderBy(asc(index));
    const casesDigest = digestCases(cases);
    await transaction.update(evaluations).set({ casesDigest }).where(eq(evaluations.id, one.id));
    digests.push({ evaluation_id: one.id, cases_digest: casesDigest });
  }
  return digests;
}
