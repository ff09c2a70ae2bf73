import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Event } from "#server/audit/log/event.ts";
import type { VerificationStep } from "#server/audit/verification/verifier.ts";
import { linesOf } from "#test/event-lines.ts";
import { readExample, startGateway, type TestGateway } from "#test/start-gateway.ts";
import { countResults } from "./count-results.ts";
import { showStatus } from "./show-system-status.ts";

const HOUR_MS = 3_600_000;
const NOW = Date.parse("2040-01-01T12:30:00Z");

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway();
  // One refusal per minute for ten hours. The dates are later than those of the bootstrap events.
  const events = Array.from({ length: 600 }, (_, index) => refusalAt(NOW - (599 - index) * 60_000));
  await gateway.gateway.database.orm.execute(sql`select from append_events(${linesOf(events)})`);
});

afterAll(() => gateway.stop());

describe("the results of recent prediction requests", () => {
  it("are counted by code from the start of the period", async () => {
    const counts = await countResults(gateway.gateway.database, new Date(NOW - 2.5 * HOUR_MS));
    expect(counts).toEqual([{ code: "INVALID_JSON", count: 151 }]);
  });

  it("include answers, without a code", async () => {
    const since = new Date(Date.now() - HOUR_MS);
    await gateway.post(JSON.stringify(readExample("binary")));
    expect(await countResults(gateway.gateway.database, since)).toContainEqual({ code: null, count: 1 });
  });

  it("are empty if there were no requests", async () => {
    expect(await countResults(gateway.gateway.database, new Date(NOW + HOUR_MS))).toEqual([]);
  });
});

describe("the system status", () => {
  it("reports readiness, release, load and the length of the audit log", async () => {
    const status = await showStatus({ ...gateway.gateway, now: () => new Date(NOW) }, 3);
    expect(status).toMatchObject({
      readiness: { ready: true },
      release: "service-r13-c",
      adapter: "pool",
      load: { slots: 8, taken: 0, waiting: 0, mayWait: 64 },
      reviews: { time: null, waiting: 0, oldestAt: null },
    });
    expect(status.modelVersion).toMatch(/^r13-c@[a-f0-9]{40}$/);
    expect(status.record.events).toBeGreaterThan(600);
    expect(status.outcomes.since).toBe("2040-01-01T10:00:00.000Z");
  });
});

describe("a verification with a progress stream", () => {
  it("streams progress, then the report", async () => {
    const steps = await stepsOf(new AbortController().signal);
    expect(steps[0]).toMatchObject({ events: 0 });
    expect(steps.at(-1)).toMatchObject({ report: { ok: true } });
  });

  it("stops when the subscriber disconnects", async () => {
    const left = AbortSignal.abort(new Error("left"));
    await expect(stepsOf(left)).rejects.toThrow("left");
  });
});

async function stepsOf(signal: AbortSignal): Promise<VerificationStep[]> {
  const steps: VerificationStep[] = [];
  for await (const step of gateway.gateway.verifier.watch(signal)) steps.push(step);
  return steps;
}

function refusalAt(time: number): Event {
  return {
    at: new Date(time).toISOString(),
    kind: "prediction.refused",
    actor: { type: "credential", id: "c" },
    code: "INVALID_JSON",
    codes: [],
    total_ms: 1,
    request_id: "0198c9a0-0000-7000-8000-000000000000",
  };
}
