import { openEvent } from "#server/audit/log/contents.ts";
import type { Event } from "#server/audit/log/event.ts";
import { sha256 } from "#server/base/digest.ts";
import type { StoredContents } from "#server/db/event-contents.ts";
import type { Database } from "#server/db/open.ts";

export interface LoggedEvent {
  readonly seq: number;
  readonly event: Event;
}

/** Reads the audit log as it grows, and remembers the last event. */
export class FollowedLog {
  #head: { readonly seq: number; readonly hash: Buffer } = { seq: 0, hash: Buffer.alloc(32) };

  get lastSeq(): number {
    return this.#head.seq;
  }

  /** Reads the events since the last call. Throws if they do not continue the chain. */
  async readNew({ pool }: Pick<Database, "pool">): Promise<readonly LoggedEvent[]> {
    const { rows } = await pool.query<{ seq: string; body: Buffer; hash: Buffer; contents: StoredContents | null }>(
      `select seq, body, hash, (
         select json_object_agg(field, disclosure) from event_contents c where c.seq = events.seq
       ) as contents from events where seq > $1 order by seq`,
      [this.#head.seq],
    );
    return rows.map(({ seq, body, hash, contents }) => {
      const expected = { seq: this.#head.seq + 1, hash: sha256(Buffer.concat([this.#head.hash, body])) };
      if (Number(seq) !== expected.seq || !hash.equals(expected.hash)) {
        throw new Error(`event ${seq} does not continue the chain after event ${this.#head.seq}`);
      }
      this.#head = expected;
      return { seq: expected.seq, event: openEvent(body, contents) };
    });
  }
}
