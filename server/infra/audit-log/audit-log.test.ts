import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Database } from "#server/infra/db/open.ts";
import { createAuditLog } from "./audit-log.ts";

const ACTOR = { type: "system", id: "test", name: "test" } as const;

/** A database that takes statements and never answers. */
function frozen(): Database {
  const never = { query: () => new Promise<never>(() => {}), close: async () => {} };
  return { pipeline: never, blockedReason: () => undefined } as Partial<Database> as Database;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("an event that the database does not acknowledge", () => {
  it("is AUDIT_UNAVAILABLE after 3 seconds, and not before", async () => {
    const log = createAuditLog(frozen(), () => new Date());
    const failed = vi.fn();
    log.append(ACTOR, { kind: "member.disabled", member_id: "test" }).catch(failed);
    await vi.advanceTimersByTimeAsync(2_999);
    expect(failed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(failed).toHaveBeenCalledWith(expect.objectContaining({ code: "AUDIT_UNAVAILABLE", retryAfter: 5 }));
  });
});
