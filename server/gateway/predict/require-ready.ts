import { GatewayError } from "#server/base/errors.ts";
import type { Model } from "#server/models/model.ts";
import { refusedCredential } from "#server/models/refused-credential.ts";

const RETRY_SECONDS = 10;

/** Throws unless the model is reachable and loaded. */
export async function requireReady(model: Model): Promise<void> {
  const readiness = await model.readiness();
  if (readiness === "offline") throw new GatewayError("MODEL_OFFLINE", { retryAfter: RETRY_SECONDS });
  if (readiness === "loading") throw new GatewayError("MODEL_NOT_READY", { retryAfter: RETRY_SECONDS });
  if (readiness === "refused") throw refusedCredential("found by a check");
}
