import type { Gateway } from "#server/gateway.ts";
import type { RecordingState } from "#server/infra/audit-log/recording-check.ts";
import type { LimitsKeptIn } from "#server/infra/limits/rate-limit.ts";
import type { ModelState } from "#server/infra/models/model.ts";

export interface Readiness {
  readonly ready: boolean;
  readonly model: ModelState;
  /** Whether an audit event can be recorded now, which a write has just proved, and what kind of thing prevents it. */
  readonly database: RecordingState;
  /** What an acknowledged record survives: the death of the process, or also the loss of power. */
  readonly durability: "process" | "power";
  /** Where requests are counted against their limits. The gateway answers in any case. */
  readonly limits: LimitsKeptIn;
}

/** Can this deployment answer a prediction now? A model whose readiness is unclear is asked, so it counts as one that can. */
export async function checkReadiness({ database, events, model, rateLimit }: Gateway): Promise<Readiness> {
  const [state, readiness] = await Promise.all([events.check(), model.readiness()]);
  return {
    ready: state === "ready" && (readiness === "ready" || readiness === "unclear"),
    model: readiness,
    database: state,
    durability: database.durability,
    limits: rateLimit.keptIn(),
  };
}
