import { canonicalOptions } from "#lib/contract/canonical-options.ts";
import { wordsOfOptions } from "#lib/contract/words-of-options.ts";
import { storableInstant, storableText } from "#server/db/columns.ts";
import type { Drizzle } from "#server/db/open.ts";
import { inputs, tasks } from "#server/db/schema.ts";
import type { ValidRequest } from "#server/gateway/predict/valid-request.ts";

/**
 * Stores a request's task and input under their digests, unless they are stored already. Returns the number of bytes that
 * were added.
 */
export async function storeContent(
  transaction: Drizzle,
  { request, task, input }: ValidRequest,
  createdAt: Date,
): Promise<number> {
  const { instructions, resolution } = request.task;
  const resolvesAt = storableInstant(resolution.resolves_at);
  if (resolvesAt === undefined) throw new RangeError("the resolution date of a validated request is invalid");
  const newTasks = await transaction
    .insert(tasks)
    .values({
      taskId: task.id,
      canonical: Buffer.from(task.canonical),
      question: storableText(instructions),
      options: canonicalOptions(request.task),
      optionsText: storableText(wordsOfOptions(request.task.criteria)),
      resolvesAt,
      createdAt,
    })
    .onConflictDoNothing()
    .returning({ id: tasks.taskId });
  const newInputs = await transaction
    .insert(inputs)
    .values({ inputId: input.id, canonical: Buffer.from(input.canonical), asOf: request.input.as_of, createdAt })
    .onConflictDoNothing()
    .returning({ id: inputs.inputId });
  return newTasks.length * Buffer.byteLength(task.canonical) + newInputs.length * Buffer.byteLength(input.canonical);
}
