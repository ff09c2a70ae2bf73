import type { Outputs } from "#components/ui/trpc.ts";

export type Credential = Outputs["credentials"]["list"][number];

/** Returns when a credential ends, unless it is taken over or changed; undefined if never. */
export function endOf({ expiresAt, handOverBy }: Credential): string | undefined {
  return [expiresAt, handOverBy].filter((end) => end !== null).toSorted()[0];
}

/** Returns the state of a credential at `now`, in milliseconds since 1970. */
export function stateOf(credential: Credential, now: number): "active" | "revoked" | "expired" {
  if (credential.revokedAt !== null) return "revoked";
  return Date.parse(endOf(credential) ?? "") <= now ? "expired" : "active";
}

/** Returns the valid keys of a credential, including rotated keys that are still valid. */
export function activeKeys({ keys }: Credential, now: number): Credential["keys"] {
  return keys.filter(({ expiresAt }) => expiresAt === null || Date.parse(expiresAt) > now);
}
