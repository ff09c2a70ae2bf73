import { eq } from "drizzle-orm";
import { canonicalOptions } from "#lib/contract/canonical-options.ts";
import { forecastSchema } from "#lib/contract/observation-kinds.ts";
import type { PredictionInput, Task } from "#lib/contract/request.ts";
import { normalizeSource } from "#lib/domain/sources.ts";
import type { Quote, QuotingInput } from "#lib/scores/recorded-question.ts";
import { storableInstant } from "#server/db/columns.ts";
import type { Database } from "#server/db/open.ts";
import { approvals } from "#server/db/schema.ts";
import { readInputs, readTasks } from "./read-content.ts";

/** Inputs are read in small batches: parsing one of 28 KB blocks the event loop for 3 ms. */
const INPUTS_AT_ONCE = 8;

/**
 * Returns the forecasts that the question's inputs quote, ordered by input id. Includes inputs whose approval was revoked,
 * because their forecasts are scored too. Inputs in `known` are not read again: content never changes.
 */
export async function readQuotes(
  { orm }: Pick<Database, "orm">,
  taskId: string,
  known: readonly QuotingInput[] = [],
): Promise<QuotingInput[]> {
  const rows = await orm
    .selectDistinct({ inputId: approvals.inputId })
    .from(approvals)
    .where(eq(approvals.taskId, taskId));
  const ids = rows.map(({ inputId }) => inputId).sort();
  const task = (await readTasks({ orm }, [taskId]))(taskId);
  const found = new Map(known.map((input) => [input.inputId, input]));
  const unread = ids.filter((id) => !found.has(id));
  for (let first = 0; first < unread.length; first += INPUTS_AT_ONCE) {
    const some = unread.slice(first, first + INPUTS_AT_ONCE);
    const input = await readInputs({ orm }, some);
    for (const inputId of some) found.set(inputId, { inputId, quotes: quotesIn(task, input(inputId)) });
  }
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** Skips forecasts whose options are not exactly those of the task. */
function quotesIn({ criteria }: Task, { context }: PredictionInput): Quote[] {
  const options = canonicalOptions({ criteria });
  return context.flatMap((observation) => {
    const data = observation.type === "structured" ? forecastSchema.safeParse(observation.data).data : undefined;
    const observedAt = storableInstant(observation.observed_at);
    if (data === undefined || observedAt === undefined) return [];
    const { source, probabilities } = data;
    const given = options.flatMap((option) =>
      Object.hasOwn(probabilities, option) ? (probabilities[option] ?? 0) : [],
    );
    if (given.length < options.length || Object.keys(probabilities).length > options.length) return [];
    return [{ source: normalizeSource(source), observedAt: observedAt.toISOString(), probabilities: given }];
  });
}
