import { asc, eq } from "drizzle-orm";
import { canonicalOptions } from "#lib/contract/canonical-options.ts";
import { forecastSchema } from "#lib/contract/observation-kinds.ts";
import type { PredictionInput, Task } from "#lib/contract/request.ts";
import { normalizeSource } from "#lib/domain/sources.ts";
import type { Quote } from "#lib/scores/score-quotes.ts";
import { storableInstant } from "#server/db/columns.ts";
import type { Database } from "#server/db/open.ts";
import { approvals } from "#server/db/schema.ts";
import { readInputs, readTasks } from "./read-content.ts";

/** Quotes by input id. */
export type Quotes = ReadonlyMap<string, readonly Quote[]>;

/** Inputs are read in small batches: parsing one of 28 KB blocks the event loop for 3 ms. */
const INPUTS_AT_ONCE = 8;

/**
 * Returns the forecasts that the question's inputs quote. Includes inputs whose approval was revoked, because their
 * forecasts are scored too. Inputs in `known` are not read again: content never changes.
 */
export async function readQuotes(
  { orm }: Pick<Database, "orm">,
  taskId: string,
  known: Quotes = new Map(),
): Promise<Quotes> {
  const rows = await orm
    .selectDistinct({ inputId: approvals.inputId })
    .from(approvals)
    .where(eq(approvals.taskId, taskId))
    .orderBy(asc(approvals.inputId));
  const task = (await readTasks({ orm }, [taskId]))(taskId);
  const quotes = new Map(known);
  const unread = rows.map(({ inputId }) => inputId).filter((id) => !quotes.has(id));
  for (let first = 0; first < unread.length; first += INPUTS_AT_ONCE) {
    const some = unread.slice(first, first + INPUTS_AT_ONCE);
    const input = await readInputs({ orm }, some);
    for (const id of some) quotes.set(id, quotesIn(task, input(id)));
  }
  return quotes;
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
    return [{ source: normalizeSource(source), observedAt, probabilities: given }];
  });
}
