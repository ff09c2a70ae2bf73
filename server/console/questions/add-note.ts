import { eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { SignedIn } from "#lib/domain/members.ts";
import { memberActor } from "#server/audit/log/event.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { questionNotes } from "#server/db/outcome-schema.ts";
import { tasks } from "#server/db/schema.ts";

/** Adds a member's note to a question. Notes cannot be changed or deleted. Throws NOT_FOUND for an unknown task. */
export async function addNote(
  gateway: Pick<ConsoleContext, "database" | "events" | "now">,
  member: SignedIn,
  { taskId, text }: { readonly taskId: string; readonly text: string },
): Promise<void> {
  await inTransaction(gateway.database, async (transaction) => {
    const [known] = await transaction.select({ id: tasks.taskId }).from(tasks).where(eq(tasks.taskId, taskId));
    if (known === undefined) throw new GatewayError("NOT_FOUND", { message: "No question has this task id." });
    const note = { id: uuid(), taskId, authorId: member.id, text, createdAt: gateway.now() };
    await transaction.insert(questionNotes).values(note);
    await gateway.events.appendIn(transaction, memberActor(member), {
      kind: "question.noted",
      note_id: note.id,
      task_id: taskId,
      text,
    });
  });
}
