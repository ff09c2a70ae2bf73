import { escapeLiteral } from "pg";
import { describeError } from "#server/base/describe-error.ts";
import { GatewayError } from "#server/base/errors.ts";
import { batch } from "#server/db/batch.ts";
import { runWithCommit } from "#server/db/in-transaction.ts";
import type { Database, Drizzle, TimedQuery } from "#server/db/open.ts";
import { encodeLine } from "./encode-event.ts";
import type { Actor, EventContent, Opening } from "./event.ts";
import { createRecordingCheck, type RecordingCheck } from "./recording-check.ts";

const GROUP = 64;

/** By the digit with which append_events() answers an event. */
const STATES = new Map<string, ReviewState>([
  ["0", { bound: false, approved: false }],
  ["1", { bound: true, approved: false }],
  ["2", { bound: false, approved: true }],
  ["3", { bound: true, approved: true }],
]);

/** The review state of a task and an input. */
export interface ReviewState {
  /** An active binding: the release accepts the task. */
  readonly bound: boolean;
  /** An active approval: the input has passed quality review for the task. */
  readonly approved: boolean;
}

/** The append-only, hash-chained audit log. Throws AUDIT_UNAVAILABLE if an event is not durable in time. */
export interface AuditLog {
  /** Records one event; resolves once it is durable. */
  append(actor: Actor, content: EventContent): Promise<void>;
  /**
   * Records the start of a forecast if a binding and an approval are active, and returns the review state. For a case of
   * an evaluation, the approval of its file is both, while the evaluation runs. Look-up and event are one transaction, so
   * a revocation comes either before the event or after it.
   */
  open(actor: Actor, opening: Opening): Promise<ReviewState>;
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
    async (lines) => {
      const statement: TimedQuery = {
        name: "append_events",
        text: "select append_events($1) as states",
        values: [lines.join("\n")],
        query_timeout: database.timeoutMs,
      };
      const { rows } = await database.pipeline.query<{ states: string }>(statement);
      return Array.from(rows[0]?.states ?? "").flatMap((state) => STATES.get(state) ?? []);
    },
    { most: GROUP, atOnce: 2, patienceMs: database.timeoutMs },
  );

  async function record(line: string): Promise<ReviewState> {
    const blocked = database.blockedReason();
    if (blocked !== undefined) throw unavailable(blocked);
    try {
      return await appendGrouped(line);
    } catch (error) {
      throw unavailable(describeError(error));
    }
  }

  const encode = (actor: Actor, content: EventContent) => encodeLine(now().toISOString(), actor, content);

  return {
    async append(actor, content) {
      await record(encode(actor, content));
    },
    open: (actor, opening) => record(encode(actor, opening)),
    async appendIn(transaction, actor, content) {
      // With little space left, an archive or a revocation is still possible.
      if (database.blockedReason() === "history_lost") throw unavailable("history_lost");
      runWithCommit(transaction, `select from append_events(${escapeLiteral(encode(actor, content))})`);
    },
    check: createRecordingCheck(database),
  };
}

function unavailable(detail: string): GatewayError {
  return new GatewayError("AUDIT_UNAVAILABLE", { retryAfter: 5, detail });
}
