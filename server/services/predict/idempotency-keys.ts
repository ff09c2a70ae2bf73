import { lt } from "drizzle-orm";
import type { Database, TimedQuery } from "#server/infra/db/open.ts";
import { idempotencyKeys } from "#server/infra/db/schema.ts";
import { unlessAborted } from "#server/infra/limits/unless-aborted.ts";

const KEPT_MS = 24 * 3600 * 1000;
const STATEMENT_MS = 3_000;
/** What a request may take beyond its deadline: to record how it ended, and for clocks that differ between processes. */
const RECORDING_MS = 10_000;

/** A request that wants a key. */
export interface Claim {
  readonly keyHash: Buffer;
  readonly requestId: string;
  /** SHA-256 of the request: another one under the same key is refused. */
  readonly requestDigest: Buffer;
}

/** The request that has a key. What became of it is in the audit log, under its id. */
export interface Holder {
  readonly requestId: string;
  readonly requestDigest: Buffer;
  /** From then on, it has ended for certain: if the audit log has no outcome, its process died. */
  readonly endsAt: Date;
}

/** Which request each idempotency key stands for: in the database, so that a key survives its process. */
export interface IdempotencyKeys {
  /**
   * Waits until no other request of this process has the key, so that these are answered one after another. Returns the
   * function to call when the request has ended. Rejects with the signal's reason when that is aborted first.
   */
  enter(keyHash: Buffer, signal: AbortSignal): Promise<() => void>;
  /**
   * Takes the key, durably, if it is free, expired or held by the request `instead`, which is known to have ended without
   * an inference. Returns the holder otherwise.
   */
  claim(claim: Claim, instead?: string): Promise<Holder | undefined>;
  /** Frees the key again; tried again by tidy() if the database fails. */
  release(claim: Claim): Promise<void>;
  /** Deletes expired keys. */
  tidy(): Promise<void>;
}

export function createIdempotencyKeys(database: Database, deadlineMs: number, now: () => Date): IdempotencyKeys {
  const entered = new Map<string, Promise<void>>();
  /** Keys that could not be freed yet. */
  const owed = new Map<string, Claim>();

  async function free(claim: Claim): Promise<void> {
    await database.pool.query("delete from idempotency_keys where key_hash = $1 and request_id = $2", [
      claim.keyHash,
      claim.requestId,
    ]);
    owed.delete(nameOf(claim.keyHash));
  }

  return {
    async enter(keyHash, signal) {
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

    async claim({ keyHash, requestId, requestDigest }, instead) {
      const { pipeline } = database;
      const at = now();
      const endsAt = new Date(at.getTime() + deadlineMs + RECORDING_MS);
      const expiresAt = new Date(at.getTime() + KEPT_MS);
      const ended = instead ?? owed.get(nameOf(keyHash))?.requestId ?? null;
      for (;;) {
        const values = [keyHash, requestDigest, requestId, endsAt, expiresAt, at, ended];
        const taken = await pipeline.query<{ request_id: string }>({ ...TAKE, values });
        if (taken.rows.length > 0) {
          owed.delete(nameOf(keyHash));
          return undefined;
        }
        const { rows } = await pipeline.query<HolderRow>({ ...READ, values: [keyHash] });
        const [holder] = rows;
        // Not there: freed between the two statements.
        if (holder === undefined) continue;
        return { requestId: holder.request_id, requestDigest: holder.request_digest, endsAt: holder.ends_at };
      }
    },

    async release(claim) {
      owed.set(nameOf(claim.keyHash), claim);
      await free(claim);
    },

    async tidy() {
      for (const claim of owed.values()) await free(claim);
      await database.orm.delete(idempotencyKeys).where(lt(idempotencyKeys.expiresAt, now()));
    },
  };
}

interface HolderRow {
  readonly request_id: string;
  readonly request_digest: Buffer;
  readonly ends_at: Date;
}

const TAKE: TimedQuery = {
  name: "take_idempotency_key",
  text: `
    insert into idempotency_keys as held (key_hash, request_digest, request_id, ends_at, expires_at)
    values ($1, $2, $3, $4, $5)
    on conflict (key_hash) do update
      set request_digest = excluded.request_digest, request_id = excluded.request_id,
          ends_at = excluded.ends_at, expires_at = excluded.expires_at
      where held.expires_at <= $6 or held.request_id = $7
    returning request_id`,
  query_timeout: STATEMENT_MS,
};

const READ: TimedQuery = {
  name: "read_idempotency_key",
  text: "select request_id, request_digest, ends_at from idempotency_keys where key_hash = $1",
  query_timeout: STATEMENT_MS,
};

function nameOf(keyHash: Buffer): string {
  return keyHash.toString("base64");
}
