import type { Outputs } from "#components/ui/trpc.ts";

export type Credential = Outputs["credentials"]["list"][number];

/** Can this credential be used at this moment (milliseconds since 1970)? */
export function stateOf({ revokedAt, expiresAt }: Credential, now: number): "active" | "revoked" | "expired" {
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && Date.parse(expiresAt) <= now ? "expired" : "active";
}

/** The keys that still work, or will until the end of an overlap. */
export function activeKeys({ keys }: Credential, now: number): Credential["keys"] {
  return keys.filter(({ expiresAt }) => expiresAt === null || Date.parse(expiresAt) > now);
}
