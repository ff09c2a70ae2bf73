import { GatewayError } from "#server/base/errors.ts";
import type { Model } from "#server/models/model.ts";
import { refusedCalls } from "#server/models/refused-calls.ts";

const RETRY_SECONDS = 10;

/** Throws if the model is offline, loading or refuses all calls. A model of unknown readiness passes. */
export async function requireReady(model: Model): Promise<void> {
  const readiness = await model.readiness();
  if (readiness === "offline") throw new GatewayError("MODEL_OFFLINE", { retryAfter: RETRY_SECONDS });
  if (readiness === "loading") throw new GatewayError("MODEL_NOT_READY", { retryAfter: RETRY_SECONDS });
  if (readiness === "refused") throw refusedCalls(model.status().refusal ?? "key", { detail: "found by a check" });
}
