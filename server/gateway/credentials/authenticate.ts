import { SURFACE_LABELS, type Surface } from "#lib/domain/surfaces.ts";
import { auditUnavailable, GatewayError } from "#server/base/errors.ts";
import { batch } from "#server/db/batch.ts";
import type { Database } from "#server/db/open.ts";
import { bearerToken } from "#server/gateway/http/bearer-token.ts";
import { hashSecret, readKey, secretMatches } from "./credential-key.ts";

/** An authenticated caller: an API key, or a member in the console. */
export interface Caller {
  readonly type: "credential" | "member";
  readonly id: string;
  readonly name: string;
  readonly ratePerMinute: number;
  /** The token budget of an API key; missing or null without one. */
  readonly monthlyTokens?: number | null;
  /** The personal token that a member used. */
  readonly tokenId?: string | undefined;
}

export type Authenticator = ReturnType<typeof createAuthenticator>;

/** Id of the GATEWAY_API_KEY credential in audit events and in the console. */
export const ENVIRONMENT_CREDENTIAL = "environment";

/** Look-ups are cached for this long. A revocation in another process takes effect after this time at the latest. */
const TRUSTED_FOR_MS = 4_000;
const MAX_REMEMBERED = 10_000;
const GROUP = 64;

interface Entry {
  readonly key_id: string;
  readonly secret_hash: Buffer;
  readonly credential_id: string;
  readonly name: string;
  readonly rate_per_minute: number | null;
  readonly monthly_tokens: number | null;
  readonly limited_to: Surface | null;
  /** The earliest end of the key and the credential; null if neither expires. */
  readonly expires_at: Date | null;
  readonly revoked: boolean;
}

interface Remembered {
  readonly entry: Promise<Entry | null>;
  /** End of the caching time, from performance.now(). */
  readonly until: number;
}

const LOOK_UP = `
  select k.key_id, k.secret_hash, c.id as credential_id, c.name, c.rate_per_minute, c.monthly_tokens::double precision,
         c.limited_to, least(k.expires_at, c.expires_at, c.hand_over_by) as expires_at,
         c.revoked_at is not null as revoked
  from credential_keys k join credentials c on c.id = k.credential_id
  where k.key_id = any($1)`;

export interface AuthenticatorOptions {
  readonly database: Database;
  readonly environmentKey: string | undefined;
  readonly defaultRatePerMinute: number;
  readonly now: () => Date;
}

export function createAuthenticator(options: AuthenticatorOptions) {
  const { database, now, defaultRatePerMinute } = options;
  const environmentHash = options.environmentKey === undefined ? undefined : hashSecret(options.environmentKey);
  /** The valid keys that callers sent, so that a usual request needs neither a look-up nor a hash. */
  const remembered = new Map<string, Remembered>();
  let uses = new Map<string, Date>();

  const lookUp = batch<string, Entry | null>(
    async (keyIds) => {
      const { rows } = await database.pool.query<Entry>(LOOK_UP, [keyIds]);
      return keyIds.map((keyId) => rows.find((row) => row.key_id === keyId) ?? null);
    },
    { most: GROUP, atOnce: 1, patienceMs: database.timeoutMs },
  );

  async function check(token: string): Promise<Entry | null> {
    const key = readKey(token);
    const entry = key === undefined ? null : await lookUp(key.id).catch(unavailable);
    return key !== undefined && entry !== null && secretMatches(key.secret, entry.secret_hash) ? entry : null;
  }

  function find(token: string): Promise<Entry | null> {
    const known = remembered.get(token);
    if (known !== undefined && known.until > performance.now()) return known.entry;
    const entry = check(token);
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    remembered.set(token, { entry, until: performance.now() + TRUSTED_FOR_MS });
    // Only valid keys stay cached, so that others cannot fill the memory.
    entry.then(
      (found) => found === null && remembered.delete(token),
      () => remembered.delete(token),
    );
    return entry;
  }

  return {
    /**
     * Returns the caller of an Authorization header. Throws UNAUTHORIZED, with the same text for every invalid key, and
     * with its own text for a valid key that is limited to another API surface.
     */
    async authenticate(authorization: string | undefined, surface: Surface = "rest"): Promise<Caller> {
      const token = bearerToken(authorization);
      if (token === undefined) throw new GatewayError("UNAUTHORIZED");
      if (environmentHash !== undefined && secretMatches(token, environmentHash)) {
        const name = ENVIRONMENT_CREDENTIAL;
        uses.set(name, now());
        return { type: "credential", id: name, name, ratePerMinute: defaultRatePerMinute };
      }
      const entry = await find(token);
      const time = now();
      if (entry === null || entry.revoked || (entry.expires_at !== null && entry.expires_at <= time)) {
        throw new GatewayError("UNAUTHORIZED");
      }
      if (entry.limited_to !== null && entry.limited_to !== surface) {
        const wholeMessage = `This API key is limited to ${SURFACE_LABELS[entry.limited_to]}. Send another key.`;
        throw new GatewayError("UNAUTHORIZED", { wholeMessage });
      }
      uses.set(entry.credential_id, time);
      const ratePerMinute = entry.rate_per_minute ?? defaultRatePerMinute;
      const { credential_id: id, name, monthly_tokens: monthlyTokens } = entry;
      return { type: "credential", id, name, ratePerMinute, monthlyTokens };
    },
    /** Clears the cache, so that a revocation or rotation takes effect immediately in this process. */
    forget: () => remembered.clear(),
    /** Returns the ids of the credentials used since the last call, each with the time of its last use. */
    takeUses(): ReadonlyMap<string, Date> {
      const taken = uses;
      uses = new Map();
      return taken;
    },
  };
}

function unavailable(error: unknown): never {
  throw auditUnavailable(error);
}
