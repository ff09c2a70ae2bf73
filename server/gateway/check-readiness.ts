import { type ModelState, mayAnswer } from "#lib/domain/model-state.ts";
import type { RecordingState } from "#server/audit/log/recording-check.ts";
import type { Durability } from "#server/db/read-durability.ts";
import type { CounterStorage } from "#server/limits/request-counter.ts";
import type { GatewayContext } from "./context.ts";

export interface Readiness {
  readonly ready: boolean;
  readonly model: ModelState;
  /** Result of a test write: whether an audit event can be recorded now. */
  readonly database: RecordingState;
  /** Kind of failure that recorded audit events survive, from the database settings at startup. */
  readonly durability: Durability;
  /** Where rate limits are counted. Does not affect readiness. */
  readonly limits: CounterStorage;
}

/** Returns whether this deployment can answer a prediction now. A model of unknown readiness counts as ready. */
export async function checkReadiness({
  database,
  events,
  model,
  rateLimit,
}: Pick<GatewayContext, "database" | "events" | "model" | "rateLimit">): Promise<Readiness> {
  const [state, readiness] = await Promise.all([events.check(), model.readiness()]);
  return {
    ready: state === "ready" && mayAnswer(readiness),
    model: readiness,
    database: state,
    durability: database.durability,
    limits: rateLimit.storage(),
  };
}
