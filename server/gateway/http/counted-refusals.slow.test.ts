import { beforeAll, describe, expect, it } from "vitest";
import { signInAs } from "#test/console-session.ts";
import { errorOf } from "#test/expect-refusal.ts";
import { holdClock } from "#test/hold-clock.ts";
import { openFolder } from "#test/open-folder.ts";
import { copySeededFolder } from "#test/seeded-folder.ts";
import { readExample, startGateway, type TestGateway } from "#test/start-gateway.ts";

const body = JSON.stringify(readExample("binary"));

/** The audit events of refusals with this code, oldest first. */
async function refusalsOf({ gateway }: Pick<TestGateway, "gateway">, code: string) {
  const { rows } = await gateway.database.pool.query<{ count: number | null; event: string }>(
    "select count, convert_from(body, 'UTF8') as event from events where code = $1 order by seq",
    [code],
  );
  return rows.map((row) => ({ count: row.count, event: JSON.parse(row.event) }));
}

describe("refusals over the rate limit", () => {
  let gateway: TestGateway;
  let authorization: string;

  beforeAll(async () => {
    gateway = await startGateway();
    authorization = `Bearer ${await gateway.issue({ name: "three a minute", ratePerMinute: 3 })}`;
  });

  it("are recorded as one audit event per window and credential, with their count", async () => {
    const headers = { authorization };
    const codes: unknown[] = [];
    for (let count = 0; count < 50; count++) codes.push(errorOf((await gateway.post(body, headers)).body).code);
    expect(codes.filter((code) => code === "RATE_LIMITED")).toHaveLength(47);
    expect(await refusalsOf(gateway, "RATE_LIMITED")).toEqual([]);
    await gateway.gateway.refusals.recordAll();
    const recorded = await refusalsOf(gateway, "RATE_LIMITED");
    expect(recorded).toEqual([
      {
        count: 47,
        event: {
          kind: "prediction.refused",
          at: expect.any(String),
          since: expect.any(String),
          actor: { type: "credential", id: expect.any(String) },
          code: "RATE_LIMITED",
          count: 47,
        },
      },
    ]);
    await gateway.gateway.refusals.recordAll();
    expect(await refusalsOf(gateway, "RATE_LIMITED")).toHaveLength(1);
  });

  it("appear in the audit log and the statistics, and pass verification", async () => {
    const reviewer = await signInAs(gateway, "reviewer");
    const { events } = await reviewer.call.audit.list({ code: "RATE_LIMITED" });
    expect(events).toMatchObject([{ event: { code: "RATE_LIMITED", count: 47 } }]);
    const { outcomes } = await reviewer.call.system.status({ hours: 2 });
    expect(outcomes.counts.find(({ code }) => code === "RATE_LIMITED")).toMatchObject({ count: 47 });
    expect(await reviewer.call.audit.verify()).toMatchObject({ ok: true });
  });
});

describe("refusals of a caller who sends many unparsable requests", () => {
  let gateway: TestGateway;

  beforeAll(async () => {
    gateway = await startGateway({ RATE_LIMIT_PER_MINUTE: "1000" });
  });

  it("get their own events up to a quarter of the rate limit, then are counted by code", async () => {
    // Holds the clock, so that all requests are in one window on a slow machine.
    await holdClock(async () => {
      for (let count = 0; count < 250; count++) expect((await gateway.post("{")).status).toBe(400);
      for (let count = 0; count < 30; count++) expect((await gateway.post("{}")).status).toBe(422);
    });
    // A refusal of a parsed request always has its own event.
    const unsupported = JSON.stringify({ ...readExample("binary"), model: "another" });
    for (let count = 0; count < 3; count++) expect((await gateway.post(unsupported)).status).toBe(422);
    await gateway.gateway.refusals.recordAll();
    const invalid = await refusalsOf(gateway, "INVALID_JSON");
    expect(invalid.filter(({ count }) => count === null)).toHaveLength(250);
    expect(await refusalsOf(gateway, "INVALID_REQUEST")).toMatchObject([{ count: 30 }]);
    const known = await refusalsOf(gateway, "MODEL_NOT_SUPPORTED");
    expect(known.map(({ count }) => count)).toEqual([null, null, null]);
  });
});

describe("refusals that are counted but not recorded yet", () => {
  it("are recorded when the gateway stops", async () => {
    const dataDir = await copySeededFolder();
    const gateway = await startGateway({ DATA_DIR: dataDir, RATE_LIMIT_PER_MINUTE: "2" });
    for (let count = 0; count < 7; count++) await gateway.post(body);
    await gateway.stop();
    const database = await openFolder(dataDir);
    const { rows } = await database.pool.query("select count from events where code = 'RATE_LIMITED'");
    expect(rows).toEqual([{ count: 5 }]);
  });
});
