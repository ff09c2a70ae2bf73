import { lt } from "drizzle-orm";
import type { Database } from "#server/db/open.ts";
import { idempotencyKeys } from "#server/db/schema.ts";
import { unlessAborted } from "#server/limits/unless-aborted.ts";

const KEPT_MS = 24 * 3600 * 1000;
/** Time that a busy process may need beyond its limits to end a request. */
const MARGIN_MS = 7_000;
/** Maximum number of keys, and of claims per key, that wait for release. Other claims stay until they expire. */
const MAX_OWED_KEYS = 10_000;
const MAX_OWED_OF_A_KEY = 20;

export interface Claim {
  readonly keyHash: Buffer;
  readonly requestId: string;
  /** SHA-256 of the request. A different request under the same key is refused. */
  readonly requestDigest: Buffer;
}

/** The request that holds a key. Its outcome is in the audit log under `requestId`. */
export interface Holder {
  readonly requestId: string;
  readonly requestDigest: Buffer;
  /**
   * Whether the request has certainly ended. If the audit log then has no outcome, its process died. Decided by the clock of
   * the database, because the clocks of gateways may differ.
   */
  readonly hasEnded: boolean;
}

export type IdempotencyKeys = ReturnType<typeof createIdempotencyKeys>;

/** Maps idempotency keys to requests. Stored in the database, so that keys survive the process. */
export function createIdempotencyKeys(database: Database, deadlineMs: number, now: () => Date) {
  const { timeoutMs: query_timeout } = database;
  const entered = new Map<string, Promise<void>>();
  /** Claims to release, by key. After a failed statement, a claim may still be in the database. */
  const owed = new Map<string, readonly Claim[]>();

  function owe(claim: Claim): void {
    const name = nameOf(claim.keyHash);
    const others = owed.get(name) ?? [];
    const hasRoom = others.length === 0 ? owed.size < MAX_OWED_KEYS : others.length < MAX_OWED_OF_A_KEY;
    if (hasRoom) owed.set(name, [...others, claim]);
  }

  function settle(claims: readonly Claim[]): void {
    for (const { keyHash, requestId } of claims) {
      const name = nameOf(keyHash);
      const left = (owed.get(name) ?? []).filter((other) => other.requestId !== requestId);
      if (left.length > 0) owed.set(name, left);
      else owed.delete(name);
    }
  }

  async function free(claims: readonly Claim[]): Promise<void> {
    await database.pool.query(
      `delete from idempotency_keys
       where (key_hash, request_id) in (select * from unnest($1::bytea[], $2::uuid[]))`,
      [claims.map(({ keyHash }) => keyHash), claims.map(({ requestId }) => requestId)],
    );
    settle(claims);
  }

  async function take(claim: Claim, instead: string | undefined): Promise<boolean> {
    const { keyHash, requestId, requestDigest } = claim;
    const at = now();
    const longestMs = deadlineMs + query_timeout + MARGIN_MS;
    const expiresAt = new Date(at.getTime() + KEPT_MS);
    const takenBack = owed.get(nameOf(keyHash)) ?? [];
    const ended = [...takenBack.map((other) => other.requestId), ...(instead === undefined ? [] : [instead])];
    const values = [keyHash, requestDigest, requestId, longestMs, expiresAt, at, ended];
    try {
      const { rows } = await database.pipeline.query<{ request_id: string }>({ ...TAKE, query_timeout, values });
      if (rows.length === 0) return false;
    } catch (error) {
      // The request ends here, but the database may still execute the claim later.
      owe(claim);
      throw error;
    }
    settle(takenBack);
    return true;
  }

  return {
    /**
     * Serializes requests of this process with the same key: waits until no other request has entered. Returns the
     * function to call when the request has ended. Rejects with the signal's reason if the signal aborts.
     */
    async enter(keyHash: Buffer, signal: AbortSignal): Promise<() => void> {
      const name = nameOf(keyHash);
      for (let other = entered.get(name); other !== undefined; other = entered.get(name)) {
        await unlessAborted(other, signal);
      }
      signal.throwIfAborted();
      const { promise, resolve } = Promise.withResolvers<void>();
      entered.set(name, promise);
      return () => {
        entered.delete(name);
        resolve();
      };
    },

    /**
     * Claims the key durably if it is free, expired, or held by the request `instead`, which must have ended without an
     * inference. Otherwise returns the holder of the key.
     */
    async claim(claim: Claim, instead?: string): Promise<Holder | undefined> {
      for (;;) {
        if (await take(claim, instead)) return undefined;
        const { rows } = await database.pipeline.query<HolderRow>({ ...READ, query_timeout, values: [claim.keyHash] });
        const [holder] = rows;
        // The key was released between the two statements.
        if (holder === undefined) continue;
        return { requestId: holder.request_id, requestDigest: holder.request_digest, hasEnded: holder.has_ended };
      }
    },

    /** Releases the key. If the database fails, rejects, and tidy() retries. */
    async release(claim: Claim): Promise<void> {
      owe(claim);
      await free([claim]);
    },

    /** Retries pending releases and deletes expired keys. Runs periodically. */
    async tidy(): Promise<void> {
      const claims = [...owed.values()].flat();
      if (claims.length > 0) await free(claims);
      await database.orm.delete(idempotencyKeys).where(lt(idempotencyKeys.expiresAt, now()));
    },
  };
}

interface HolderRow {
  readonly request_id: string;
  readonly request_digest: Buffer;
  readonly has_ended: boolean;
}

const TAKE = {
  name: "take_idempotency_key",
  text: `
    insert into idempotency_keys as held (key_hash, request_digest, request_id, ends_at, expires_at)
    values ($1, $2, $3, now() + $4 * interval '1 ms', $5)
    on conflict (key_hash) do update
      set request_digest = excluded.request_digest, request_id = excluded.request_id,
          ends_at = excluded.ends_at, expires_at = excluded.expires_at
      where held.expires_at <= $6 or held.request_id = any($7)
    returning request_id`,
};

const READ = {
  name: "read_idempotency_key",
  text: "select request_id, request_digest, ends_at <= now() as has_ended from idempotency_keys where key_hash = $1",
};

function nameOf(keyHash: Buffer): string {
  return keyHash.toString("base64");
}
