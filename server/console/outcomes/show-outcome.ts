import type { OutcomeStatus } from "#lib/domain/outcomes.ts";
import type { outcomes } from "#server/db/outcome-schema.ts";

export type Outcome = typeof outcomes.$inferSelect;

/** An outcome entry as sent to the console: plain JSON, with times as ISO 8601 strings. */
export interface ShownOutcome {
  readonly outcomeId: string;
  readonly taskId: string;
  /** The option that happened; null for a void outcome. */
  readonly option: string | null;
  /** Forecasts generated at or after this instant are not scored. */
  readonly happenedAt: string;
  readonly source: string;
  readonly note: string;
  readonly status: OutcomeStatus;
  readonly recordedBy: string;
  readonly confirmedBy: string | null;
  readonly recordedAt: string;
  readonly confirmedAt: string | null;
}

export function showOutcome({ id, happenedAt, recordedAt, confirmedAt, ...rest }: Outcome): ShownOutcome {
  return {
    outcomeId: id,
    ...rest,
    happenedAt: happenedAt.toISOString(),
    recordedAt: recordedAt.toISOString(),
    confirmedAt: confirmedAt?.toISOString() ?? null,
  };
}
