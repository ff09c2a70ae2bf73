import type { Identified } from "#server/digest.ts";
import type { Drizzle } from "#server/infra/db/open.ts";
import { inputs, tasks } from "#server/infra/db/schema.ts";

/** Keeps a task and an input under their identities; what is there already is the same, byte for byte. */
export async function storeContent(transaction: Drizzle, task: Identified, input: Identified): Promise<void> {
  await transaction
    .insert(tasks)
    .values({ taskId: task.id, canonical: Buffer.from(task.canonical) })
    .onConflictDoNothing();
  await transaction
    .insert(inputs)
    .values({ inputId: input.id, canonical: Buffer.from(input.canonical) })
    .onConflictDoNothing();
}
