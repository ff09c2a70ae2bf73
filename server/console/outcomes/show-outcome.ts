import { isoDates } from "#server/base/iso-dates.ts";
import type { outcomes } from "#server/db/outcome-schema.ts";

export type Outcome = typeof outcomes.$inferSelect;

/**
 * Returns an outcome entry as sent to the console: the listed columns, so that no member gets a new column before it is
 * listed here.
 */
export function showOutcome(outcome: Outcome) {
  const { id, taskId, option, happenedAt, source, note, status } = outcome;
  const { recordedBy, confirmedBy, recordedAt, confirmedAt } = outcome;
  return isoDates({
    outcomeId: id,
    ...{ taskId, option, source, note, status, recordedBy, confirmedBy, happenedAt, recordedAt, confirmedAt },
  });
}
