import { isGatewayError } from "#server/base/errors.ts";

/** A failed call, for operators. */
export interface Failure {
  /** Contains no text of the server except its error types. */
  readonly detail: string;
  /** The server's own words, at most 300 characters; undefined if it sent none. Shown to members, never logged. */
  readonly upstream: string | undefined;
}

export function describeFailure(error: unknown): Failure {
  if (!isGatewayError(error)) return { detail: String(error), upstream: undefined };
  const { code, detail, upstream } = error;
  // Control characters, and keys that a server repeats, are removed.
  const words = upstream?.replace(/[\p{Cc}\p{Cf}]+/gu, " ").replace(/\b(sk|key|Bearer)[-_ ][\w-]{6,}/g, "…");
  return { detail: detail ?? code, upstream: words?.trim().slice(0, 300) || undefined };
}
