import type { Outputs } from "#components/ui/trpc.ts";

export type Credential = Outputs["credentials"]["list"][number];

/** Returns the state of a credential at `now`, in milliseconds since 1970. */
export function stateOf({ revokedAt, expiresAt }: Credential, now: number): "active" | "revoked" | "expired" {
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && Date.parse(expiresAt) <= now ? "expired" : "active";
}

/** Returns the valid keys of a credential, including rotated keys that are still valid. */
export function activeKeys({ keys }: Credential, now: number): Credential["keys"] {
  return keys.filter(({ expiresAt }) => expiresAt === null || Date.parse(expiresAt) > now);
}
