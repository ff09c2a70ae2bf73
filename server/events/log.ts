import { sql } from "drizzle-orm";
import { canonicalJson } from "#lib/contract/canonical.ts";
import type { Database, Drizzle, TimedQuery } from "#server/db/open.ts";
import { inGroups } from "#server/db/in-groups.ts";
import { GatewayError } from "#server/error.ts";
import type { Actor, Event, EventContent } from "./event.ts";

/** An event that is not durable within this time counts as not recorded. */
const RECORD_MS = 3_000;
const GROUP = 64;

/** An event's place in the chain. */
export interface Recorded {
  readonly seq: number;
  readonly hash: Buffer;
}

/** The append-only, hash-chained record. */
export interface EventLog {
  /** Records one event; resolves once it is durable. Rejects with AUDIT_UNAVAILABLE after 3 s at the latest. */
  append(actor: Actor, content: EventContent): Promise<Recorded>;
  /** Records an event in the transaction that makes it true: as its last statement, for it holds the chain's lock. */
  appendIn(transaction: Drizzle, actor: Actor, content: EventContent): Promise<void>;
}

export function createEventLog(database: Database, now: () => Date): EventLog {
  const appendGrouped = inGroups<Buffer, Recorded>(async (bodies) => {
    const statement: TimedQuery = {
      name: "append_events",
      text: "select event_seq, event_hash from append_events($1)",
      values: [bodies],
      query_timeout: RECORD_MS,
    };
    const { rows } = await database.pool.query<{ event_seq: string; event_hash: Buffer }>(statement);
    return rows.map((row) => ({ seq: Number(row.event_seq), hash: row.event_hash }));
  }, GROUP);

  function encode(actor: Actor, content: EventContent): Buffer {
    const event: Event = { at: now().toISOString(), actor, ...content };
    return Buffer.from(canonicalJson(event));
  }

  return {
    async append(actor, content) {
      if (!database.hasRoom()) throw unavailable("the disk is nearly full");
      try {
        return await within(RECORD_MS, appendGrouped(encode(actor, content)));
      } catch (error) {
        throw unavailable(error instanceof Error ? error.message : String(error));
      }
    },
    async appendIn(transaction, actor, content) {
      await transaction.execute(sql`select event_seq from append_events(array[${encode(actor, content)}::bytea])`);
    },
  };
}

function unavailable(detail: string): GatewayError {
  return new GatewayError("AUDIT_UNAVAILABLE", { retryAfter: 5, detail });
}

/** Rejects when `work` takes longer; the work itself goes on. */
async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not durable after ${milliseconds} ms`)), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
