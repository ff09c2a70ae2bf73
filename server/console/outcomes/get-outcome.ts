import { desc, eq } from "drizzle-orm";
import type { Member } from "#lib/domain/members.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { Database } from "#server/db/open.ts";
import { outcomes } from "#server/db/outcome-schema.ts";
import { tasks } from "#server/db/schema.ts";
import { nameOutcomes, showQuestions } from "./list-outcomes.ts";

/** Throws NOT_FOUND for an unknown task. */
export async function getOutcome(database: Database, member: Member, taskId: string) {
  const [known] = await database.orm.select({ taskId: tasks.taskId }).from(tasks).where(eq(tasks.taskId, taskId));
  if (known === undefined) throw new GatewayError("NOT_FOUND", { message: "No question has this task id." });
  const [[question], entries] = await Promise.all([
    showQuestions(database, member, [taskId]),
    database.orm.select().from(outcomes).where(eq(outcomes.taskId, taskId)).orderBy(desc(outcomes.id)),
  ]);
  if (question === undefined) throw new Error(`question ${taskId} does not exist`);
  return {
    ...question,
    /** Includes replaced entries. Newest first. */
    entries: await nameOutcomes(database, entries),
  };
}
