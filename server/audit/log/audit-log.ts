import { escapeLiteral } from "pg";
import { canonicalJson } from "#lib/contract/canonical.ts";
import type { ErrorCode } from "#lib/contract/error-table.ts";
import type { EventKind } from "#lib/domain/audit-events.ts";
import { describeError } from "#server/base/describe-error.ts";
import { GatewayError } from "#server/base/errors.ts";
import { batch } from "#server/db/batch.ts";
import type { AddedBytes, DailyBytes } from "#server/db/daily-bytes.ts";
import { runWithCommit } from "#server/db/in-transaction.ts";
import type { Database, Drizzle, TimedQuery } from "#server/db/open.ts";
import { splitContents } from "./contents.ts";
import type { Actor, EventContent, Opening } from "./event.ts";
import { createRecordingCheck, type RecordingCheck } from "./recording-check.ts";

const GROUP = 64;
/** A wait for the lock of the audit log ends this much sooner than the statement, whose timeout closes the connection. */
const LOCK_SOONER_MS = 500;

/** Keys are the digits that append_events() returns, one for each event. */
const STATES = new Map<string, ReviewState>([
  ["0", { bound: false, approved: false }],
  ["1", { bound: true, approved: false }],
  ["2", { bound: false, approved: true }],
  ["3", { bound: true, approved: true }],
]);

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
   * Returns the review state, and records the start of a forecast if a binding and an approval are active. For a case
   * of a running evaluation, the approval of its file counts as both. Lookup and event are one transaction, so a
   * revocation comes either before the lookup or after the event.
   */
  open(actor: Actor, opening: Opening): Promise<ReviewState>;
  /**
   * Records an event in the transaction that makes the change. Appending takes the lock of the audit log, so the event
   * is sent in one message with the commit: a slow or stopped process never holds this lock. The event and the
   * bytes in `stored` count towards the actor's daily limit. Throws TOO_MANY_REQUESTS above the limit.
   */
  appendIn(transaction: Drizzle, actor: Actor, content: EventContent, stored?: StoredBytes): Promise<void>;
  /** Checks whether an event could be recorded now; resolves within 2 s. */
  readonly check: RecordingCheck;
}

export type StoredBytes = Pick<AddedBytes, "bytes" | "kind">;

interface AuditLogOptions {
  /** Maximum number of concurrent batches of grouped events. */
  readonly atOnce?: number;
  /** Undefined: bytes are not counted. */
  readonly dailyBytes?: DailyBytes;
}

/** Kinds of events that revoke rights. The daily limit never refuses them. */
const RELIEF = /[._](revoked|disabled|withdrawn|removed)$/;

export function createAuditLog(
  database: Database,
  now: () => Date,
  { atOnce = 2, dailyBytes }: AuditLogOptions = {},
): AuditLog {
  const appendGrouped = batch<string, ReviewState>(
    async (lines) => {
      const statement: TimedQuery = {
        name: "append_events",
        text: "select append_events($1) as states from set_config('lock_timeout', $2, true)",
        values: [lines.join("\n"), String(database.timeoutMs - LOCK_SOONER_MS)],
        query_timeout: database.timeoutMs,
      };
      const { rows } = await database.pipeline.query<{ states: string }>(statement);
      return Array.from(rows[0]?.states ?? "").flatMap((state) => STATES.get(state) ?? []);
    },
    { most: GROUP, atOnce, patienceMs: database.timeoutMs },
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
    async appendIn(transaction, actor, content, { bytes, kind } = { bytes: 0, kind: "texts" }) {
      // Archiving and revoking remain possible when the disk is nearly full.
      if (database.blockedReason() === "history_lost") throw unavailable("history_lost");
      const line = encode(actor, content);
      if (dailyBytes !== undefined && actor.type !== "system" && !RELIEF.test(content.kind)) {
        const added = { holder: actor.id, bytes: bytes + Buffer.byteLength(line), kind };
        runWithCommit(transaction, await dailyBytes.count(transaction, added));
      }
      runWithCommit(transaction, `select from append_events(${escapeLiteral(line)})`);
    },
    check: createRecordingCheck(database),
  };
}

function unavailable(detail: string): GatewayError {
  return new GatewayError("AUDIT_UNAVAILABLE", { retryAfter: 5, detail });
}

/** The fields of an event that have their own columns in the table `events`. */
interface Columns {
  readonly kind: EventKind;
  readonly request_id?: string;
  readonly release?: string;
  readonly task_id?: string;
  readonly input_id?: string | null;
  readonly code?: ErrorCode;
  readonly count?: number;
  readonly choice?: number;
  readonly evaluation_id?: string;
  readonly case_index?: number;
}

/**
 * Returns an event in the format of the SQL function append_events(): the queried fields, the body and the contents,
 * separated by tabs. No field contains text from outside the gateway, and canonical JSON contains no tab.
 */
export function encodeLine(at: string, actor: Actor, event: EventContent): string {
  const { kind, request_id, release, task_id, input_id, code, count, choice, evaluation_id, case_index }: Columns =
    event;
  const { hashed, contents } = splitContents(event);
  return (
    `${at}\t${kind}\t${request_id ?? ""}\t${actor.id}\t${release ?? ""}\t${task_id ?? ""}\t${input_id ?? ""}` +
    `\t${code ?? ""}\t${count ?? ""}\t${choice ?? ""}\t${evaluation_id ?? ""}\t${case_index ?? ""}` +
    `\t${canonicalJson({ actor, at, ...hashed })}\t${contents === undefined ? "" : JSON.stringify(contents)}`
  );
}
