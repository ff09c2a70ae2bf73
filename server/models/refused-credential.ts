import { GatewayError, isGatewayError } from "#server/base/errors.ts";

/** The `cause` of errors for a model server that rejects the gateway's API key or its account. */
const CREDENTIAL_REFUSED = Symbol("credential refused");

/**
 * Returns the error for a model server that rejects the gateway's API key. An operator must change the configuration.
 */
export function refusedCredential(detail: string): GatewayError {
  return new GatewayError("MODEL_NOT_READY", {
    wholeMessage: "The model server rejects the gateway's API key. Report the request id to the operators.",
    detail: `the model server rejects the gateway's API key: check MODEL_TOKEN and MODEL_HEADERS (${detail})`,
    retryAfter: 60,
    declined: true,
    cause: CREDENTIAL_REFUSED,
  });
}

/** Returns the error for a model server whose account has used up its quota. An operator must buy more. */
export function quotaUsedUp(detail: string): GatewayError {
  return new GatewayError("MODEL_NOT_READY", {
    wholeMessage: "The account at the model server has used up its quota. Report the request id to the operators.",
    detail: `the account at the model server has used up its quota (${detail})`,
    retryAfter: 60,
    declined: true,
    cause: CREDENTIAL_REFUSED,
  });
}

export function isCredentialRefused(error: unknown): boolean {
  return isGatewayError(error) && error.cause === CREDENTIAL_REFUSED;
}
