import type { Gateway } from "#server/gateway.ts";
import type { LimitsKeptIn } from "#server/limits/rate-limit.ts";
import type { ModelState } from "#server/model/model.ts";

export interface Readiness {
  readonly ready: boolean;
  readonly model: ModelState;
  readonly database: "ready" | "unavailable" | "disk_nearly_full";
  /** What an acknowledged record survives: the death of the process, or also the loss of power. */
  readonly durability: "process" | "power";
  /** Where requests are counted against their limits. The gateway answers in any case. */
  readonly limits: LimitsKeptIn;
}

/** Can this deployment answer a prediction now? A model whose readiness is unclear is asked, so it counts as one that can. */
export async function checkReadiness({ database, model, rateLimit }: Gateway): Promise<Readiness> {
  const [state, readiness] = await Promise.all([checkDatabase(database), model.readiness()]);
  return {
    ready: state === "ready" && (readiness === "ready" || readiness === "unclear"),
    model: readiness,
    database: state,
    durability: database.durability,
    limits: rateLimit.keptIn(),
  };
}

async function checkDatabase(database: Gateway["database"]): Promise<Readiness["database"]> {
  if (!database.hasRoom()) return "disk_nearly_full";
  try {
    await database.pool.query("select 1");
    return "ready";
  } catch {
    return "unavailable";
  }
}
