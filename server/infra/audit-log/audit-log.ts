import { escapeLiteral } from "pg";
import { canonicalJson } from "#lib/contract/canonical.ts";
import { describeError } from "#server/describe-error.ts";
import { GatewayError } from "#server/errors.ts";
import { batch } from "#server/infra/db/batch.ts";
import { runWithCommit } from "#server/infra/db/in-transaction.ts";
import type { Database, Drizzle, TimedQuery } from "#server/infra/db/open.ts";
import type { Actor, Event, EventContent, Subject } from "./event.ts";
import { createRecordingCheck, type RecordingCheck } from "./recording-check.ts";

/** An event that is not durable within this time counts as not recorded. */
const RECORD_MS = 3_000;
const GROUP = 64;

/** The review state of a task and an input. */
export interface ReviewState {
  /** An active binding: the release accepts the task. */
  readonly bound: boolean;
  /** An active approval: the input has passed quality review for the task. */
  readonly approved: boolean;
}

/** The append-only, hash-chained audit log. Throws AUDIT_UNAVAILABLE if it cannot write in time. */
export interface AuditLog {
  /** Records one event; resolves once it is durable. */
  append(actor: Actor, content: EventContent): Promise<void>;
  /**
   * Records the start of a prediction if a binding and an approval are active, and returns the review state. Look-up
   * and event are one transaction, so a revocation comes either before the event or after it.
   */
  open(actor: Actor, subject: Subject): Promise<ReviewState>;
  /**
   * Records an event in the transaction whose change it describes. The event is sent in one message with the commit,
   * because it takes the lock of the audit log: no process holds that lock while the database waits for it.
   */
  appendIn(transaction: Drizzle, actor: Actor, content: EventContent): Promise<void>;
  /** Checks whether an event could be recorded now; answers within 2 s. */
  readonly check: RecordingCheck;
}

export function createAuditLog(database: Database, now: () => Date): AuditLog {
  const appendGrouped = batch<string, ReviewState>(
    async (events) => {
      const statement: TimedQuery = {
        name: "append_events",
        text: "select bound, approved from append_events($1)",
        values: [events.join("\n")],
        query_timeout: RECORD_MS,
      };
      const { rows } = await database.pipeline.query<ReviewState>(statement);
      return rows;
    },
    { most: GROUP, atOnce: 2, patienceMs: RECORD_MS },
  );

  async function record(event: string): Promise<ReviewState> {
    const blocked = database.blockedReason();
    if (blocked !== undefined) throw unavailable(blocked);
    try {
      return await appendGrouped(event);
    } catch (error) {
      throw unavailable(describeError(error));
    }
  }

  function encode(actor: Actor, content: EventContent): string {
    const event: Event = { at: now().toISOString(), actor, ...content };
    return canonicalJson(event);
  }

  return {
    async append(actor, content) {
      await record(encode(actor, content));
    },
    open: (actor, subject) => record(encode(actor, { kind: "prediction.opened", ...subject })),
    async appendIn(transaction, actor, content) {
      runWithCommit(transaction, `select from append_events(${escapeLiteral(encode(actor, content))})`);
    },
    check: createRecordingCheck(database),
  };
}

function unavailable(detail: string): GatewayError {
  return new GatewayError("AUDIT_UNAVAILABLE", { retryAfter: 5, detail });
}
