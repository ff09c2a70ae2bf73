import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Database, TimedQuery } from "#server/db/open.ts";
import { createAuditLog } from "./audit-log.ts";

const ACTOR = { type: "system", id: "test" } as const;

/** A database that accepts statements and never answers. */
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
  it("fails with AUDIT_UNAVAILABLE after DATABASE_TIMEOUT_MS, not earlier", async () => {
    const log = createAuditLog(frozen(), () => new Date());
    const failed = vi.fn();
    log.append(ACTOR, { kind: "member.disabled", member_id: "test" }).catch(failed);
    await vi.advanceTimersByTimeAsync(2_999);
    expect(failed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(failed).toHaveBeenCalledWith(expect.objectContaining({ code: "AUDIT_UNAVAILABLE", retryAfter: 5 }));
  });
});

it("a timeout of the recording check interrupts no event, because the check has its own connection", async () => {
  const recorder = () => {
    const sent: TimedQuery[] = [];
    const query = (statement: TimedQuery) => {
      sent.push(statement);
      return new Promise<never>(() => {});
    };
    return { sent, query, close: async () => {} };
  };
  const [pipeline, checkPipeline] = [recorder(), recorder()];
  const log = createAuditLog({ ...frozen(), pipeline, checkPipeline }, () => new Date());
  const check = log.check();
  const failed = log.append(ACTOR, { kind: "member.disabled", member_id: "test" }).catch(() => {});
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await check).toBe("not_answering");
  await failed;
  expect(pipeline.sent.map(({ name }) => name)).toEqual(["append_events"]);
  expect(checkPipeline.sent).toMatchObject([{ name: "check_recording", query_timeout: 2_000 }]);
});
