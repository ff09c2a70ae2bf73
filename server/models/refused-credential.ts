import { GatewayError, isGatewayError } from "#server/base/errors.ts";

/** Marks the error of a server that rejects the gateway's credential. */
const CREDENTIAL_REFUSED = Symbol("credential refused");

/** The model cannot be used until an operator changes the configuration. `detail` is for the log. */
export function refusedCredential(detail: string): GatewayError {
  return new GatewayError("MODEL_NOT_READY", {
    message: "The model server does not accept the gateway's credential. Operators: look at the log.",
    detail: `the model server refuses the gateway's credential: check MODEL_TOKEN and MODEL_HEADERS (${detail})`,
    retryAfter: 60,
    declined: true,
    cause: CREDENTIAL_REFUSED,
  });
}

export function isCredentialRefused(error: unknown): boolean {
  return isGatewayError(error) && error.cause === CREDENTIAL_REFUSED;
}
