import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Database, TimedQuery } from "#server/infra/db/open.ts";
import { createAuditLog } from "./audit-log.ts";

const ACTOR = { type: "system", id: "test", name: "test" } as const;

/** A database that takes statements and never answers. */
function frozen(): Database {
  const never = { query: () => new Promise<never>(() => {}), close: async () => {} };
  return { pipeline: never, blockedReason: () => undefined, timeoutMs: 3_000 } as Partial<Database> as Database;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("an event that the database does not acknowledge", () => {
  it("is AUDIT_UNAVAILABLE after DATABASE_TIMEOUT_MS, and not before", async () => {
    const log = createAuditLog(frozen(), () => new Date());
    const failed = vi.fn();
    log.append(ACTOR, { kind: "member.disabled", member_id: "test" }).catch(failed);
    await vi.advanceTimersByTimeAsync(2_999);
    expect(failed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(failed).toHaveBeenCalledWith(expect.objectContaining({ code: "AUDIT_UNAVAILABLE", retryAfter: 5 }));
  });
});

it("a check whether events can be recorded never cuts the connection before the events on it have had their time", async () => {
  const sent: TimedQuery[] = [];
  const pipeline = {
    query(statement: TimedQuery) {
      sent.push(statement);
      return new Promise<never>(() => {});
    },
    close: async () => {},
  };
  const log = createAuditLog({ ...frozen(), pipeline }, () => new Date());
  const check = log.check();
  const failed = log.append(ACTOR, { kind: "member.disabled", member_id: "test" }).catch(() => {});
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await check).toBe("not_answering");
  await failed;
  const limitOf = (name: string) => sent.find((statement) => statement.name === name)?.query_timeout ?? Number.NaN;
  expect(limitOf("check_recording")).toBeGreaterThan(limitOf("append_events"));
});
