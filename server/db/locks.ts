import { sql } from "drizzle-orm";
import type { Drizzle } from "./open.ts";

/** Numbers of all advisory locks that this project takes in PostgreSQL. A lock is local to one database. */
export const LOCKS = {
  /**
   * Appending to the audit log. Also taken by the SQL functions append_events and check_recording.
   */
  auditLog: 7_305_112_023,
  /** Creating the schema. */
  schema: 7_305_112_024,
  bootstrap: 7_305_112_025,
  /** Changing members, their roles, and their invitation and password links. */
  members: 7_305_112_026,
  /** Sending a caller's request for review. */
  sendToReview: 7_305_112_027,
  /** Recording and confirming outcomes. */
  outcomes: 7_305_112_028,
  /** Recording abandoned predictions. */
  abandoned: 7_305_112_029,
  /** Removing archived events. */
  archive: 7_305_112_030,
  /** Checking at startup that locks exclude each other. */
  probe: 7_305_112_031,
  /** Recording the keys of a log. */
  logKeys: 7_305_112_032,
  /** Submitting a task and input; each content has its own lock. */
  submit: 7_305_112_041,
  /** Granting and revoking bindings and approvals; each task has its own lock. */
  grant: 7_305_112_042,
} as const;

/** Takes a lock until the transaction ends. With a subject, only transactions with an equal subject wait. */
export async function takeLock(transaction: Drizzle, name: keyof typeof LOCKS, subject?: string): Promise<void> {
  const key = subject === undefined ? sql`${LOCKS[name]}` : sql`hashtextextended(${subject}, ${LOCKS[name]})`;
  await transaction.execute(sql`select pg_advisory_xact_lock(${key})`);
}
