import type { ModelRefusal } from "#lib/domain/model-state.ts";
import { GatewayError, type GatewayErrorOptions } from "#server/base/errors.ts";

/** The cause for callers, and the remedy for operators. */
const REFUSALS: Readonly<Record<ModelRefusal, readonly [cause: string, remedy: string]>> = {
  key: ["The model server rejects the gateway's API key", "check MODEL_TOKEN and MODEL_HEADERS"],
  credit: ["The account at the model server has used up its quota or credit", "check the account's billing"],
  model: ["The model server does not know the configured model", "check MODEL_NAME and MODEL_URL"],
};

/** Returns the error for a model server that answers no call until an operator acts. */
export function refusedCalls(refusal: ModelRefusal, options: GatewayErrorOptions): GatewayError {
  const [cause, remedy] = REFUSALS[refusal];
  return new GatewayError("MODEL_NOT_READY", {
    ...options,
    wholeMessage: `${cause}. Report the request id to the operators.`,
    detail: `${cause}: ${remedy} (${options.detail})`,
    retryAfter: 60,
    declined: true,
    refusal,
  });
}
