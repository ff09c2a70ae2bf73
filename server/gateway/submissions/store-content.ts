import { eq, sql } from "drizzle-orm";
import { canonicalOptions } from "#lib/contract/canonical-options.ts";
import { wordsOfOptions } from "#lib/contract/words-of-options.ts";
import { ERASED_WARNING } from "#lib/domain/erasures.ts";
import { GatewayError } from "#server/base/errors.ts";
import { storableInstant, storableText } from "#server/db/columns.ts";
import { takeLock } from "#server/db/locks.ts";
import type { Drizzle } from "#server/db/open.ts";
import { scoredQuestions } from "#server/db/outcome-schema.ts";
import { inputs, tasks } from "#server/db/schema.ts";
import { findErasure } from "#server/gateway/forecasts/read-content.ts";
import { readQuotes } from "#server/gateway/forecasts/read-quotes.ts";
import type { ValidRequest } from "#server/gateway/predict/valid-request.ts";

/**
 * Stores a request's task and input under their digests, unless they are stored already. Returns the number of bytes that
 * were added. Throws CONFLICT for content that was erased, unless `restores` stores it again.
 */
export async function storeContent(
  transaction: Drizzle,
  valid: ValidRequest,
  createdAt: Date,
  restores = false,
): Promise<number> {
  const { request, task, input } = valid;
  const { instructions, resolution } = request.task;
  const resolvesAt = storableInstant(resolution.resolves_at);
  if (resolvesAt === undefined) throw new RangeError("the resolution date of a validated request is invalid");
  const texts = {
    canonical: Buffer.from(task.canonical),
    question: storableText(instructions),
    options: canonicalOptions(request.task),
    optionsText: storableText(wordsOfOptions(request.task.criteria)),
  };
  const newTasks = await transaction
    .insert(tasks)
    .values({ taskId: task.id, ...texts, resolvesAt, createdAt })
    .onConflictDoNothing()
    .returning({ id: tasks.taskId });
  const newInputs = await transaction
    .insert(inputs)
    .values({ inputId: input.id, canonical: Buffer.from(input.canonical), asOf: request.input.as_of, createdAt })
    .onConflictDoNothing()
    .returning({ id: inputs.inputId });
  if (newTasks.length === 0 || newInputs.length === 0) {
    const erased = await findErasure({ orm: transaction }, { taskId: task.id, inputId: input.id });
    if (erased !== undefined && !restores) {
      const day = erased.endedAt?.toISOString().slice(0, 10);
      const message = `This content was erased on ${day}, rule ${erased.rule}. ${ERASED_WARNING}`;
      throw new GatewayError("CONFLICT", { message });
    }
    if (erased !== undefined) await restore(transaction, valid, texts);
  }
  return newTasks.length * Buffer.byteLength(task.canonical) + newInputs.length * Buffer.byteLength(input.canonical);
}

/** Stores erased texts again. Cases of evaluations stay erased, as the digest of their evaluation is recorded. */
async function restore(
  transaction: Drizzle,
  { task, input }: ValidRequest,
  { options, ...texts }: Pick<typeof tasks.$inferInsert, "canonical" | "question" | "options" | "optionsText">,
): Promise<void> {
  const taskTexts = { ...texts, erasedBy: null };
  const inputText = { canonical: Buffer.from(input.canonical), erasedBy: null };
  await takeLock(transaction, "outcomes");
  const isTask = eq(tasks.taskId, task.id);
  const renamed = sql`rename_options(task_id, options, ${sql.param(options)}, false)`;
  await transaction.select({ renamed }).from(tasks).where(isTask);
  await transaction.update(tasks).set(taskTexts).where(isTask);
  await transaction.update(inputs).set(inputText).where(eq(inputs.inputId, input.id));
  const { rows: concerned } = await transaction.execute<{ id: string }>(sql`
    select task_id as id from scored_questions s where option is not null and (task_id = ${task.id}
      or exists (select from approvals a where a.task_id = s.task_id and a.input_id = ${input.id}))`);
  for (const { id } of concerned) {
    const quotes = (await readQuotes({ orm: transaction }, id)).filter((one) => one.quotes.length > 0);
    await transaction.update(scoredQuestions).set({ quotes }).where(eq(scoredQuestions.taskId, id));
  }
}
