import type { outcomes } from "#server/db/outcome-schema.ts";

export type Outcome = typeof outcomes.$inferSelect;

/** An outcome entry as sent to the console: plain JSON, with times as ISO 8601 strings. */
export type ShownOutcome = ReturnType<typeof showOutcome>;

/** Returns the listed columns, so that no member gets a new column before it is listed here. */
export function showOutcome(outcome: Outcome) {
  const { id, taskId, option, happenedAt, source, note, status } = outcome;
  const { recordedBy, confirmedBy, recordedAt, confirmedAt } = outcome;
  return {
    outcomeId: id,
    ...{ taskId, option, source, note, status, recordedBy, confirmedBy },
    happenedAt: happenedAt.toISOString(),
    recordedAt: recordedAt.toISOString(),
    confirmedAt: confirmedAt?.toISOString() ?? null,
  };
}
