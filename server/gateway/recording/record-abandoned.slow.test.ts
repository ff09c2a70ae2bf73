import { v7 as uuid } from "uuid";
import { describe, expect, it } from "vitest";
import type { Event } from "#server/audit/log/event.ts";
import { readEvents } from "#server/audit/log/read-events.ts";
import { verifyAuditLog } from "#server/audit/verification/verify-audit-log.ts";
import { identify } from "#server/base/digest.ts";
import { COMPARISONS } from "#server/console/verification/comparisons.ts";
import { createDatabase, withoutPostgres } from "#test/create-database.ts";
import { describeUnless } from "#test/describe-unless.ts";
import { linesOf } from "#test/event-lines.ts";
import { copySeededFolder } from "#test/seeded-folder.ts";
import { readExample, startGateway, type TestGateway } from "#test/start-gateway.ts";
import { createAbandonedRecorder } from "./record-abandoned.ts";

const ACTOR = { type: "system", id: "test" } as const;

function subjectIn({ gateway }: TestGateway) {
  const { task, input } = readExample("binary");
  return { release: gateway.model.release, task_id: identify(task).id, input_id: identify(input).id };
}

/** Records the opening event of a prediction without an outcome, as a killed process leaves it. */
async function openOne(running: TestGateway): Promise<string> {
  const requestId = uuid();
  const opening = { kind: "prediction.opened", request_id: requestId, ...subjectIn(running) } as const;
  await running.gateway.events.open(ACTOR, opening);
  return requestId;
}

async function abandonedIn(
  { gateway }: TestGateway,
  kind: "prediction.abandoned" | "candidate.abandoned" = "prediction.abandoned",
): Promise<unknown[]> {
  const { events } = await readEvents(gateway.database, { kind, limit: 100 });
  return events.map(({ event }) => "request_id" in event && event.request_id);
}

describe("a prediction whose process was killed", () => {
  it("is recorded as abandoned once, at the next start, if it has no outcome, and so is its candidate's answer", async () => {
    const dataDir = await copySeededFolder();
    const first = await startGateway({ DATA_DIR: dataDir });
    expect((await first.post(JSON.stringify(readExample("binary")))).status).toBe(200);
    const requestIds = [await openOne(first), await openOne(first)];
    const { gateway } = first;
    const opening = { kind: "candidate.opened", ...subjectIn(first), prediction_id: requestIds[0] ?? "" } as const;
    const [finished, unfinished] = [uuid(), uuid()];
    for (const request_id of [finished, unfinished]) await gateway.events.open(ACTOR, { ...opening, request_id });
    const failed = { ...opening, kind: "candidate.failed", request_id: finished, code: "MODEL_TIMEOUT" } as const;
    await gateway.events.append(ACTOR, failed);
    await first.stop();

    for (let start = 0; start < 2; start++) {
      const next = await startGateway({ DATA_DIR: dataDir });
      expect((await abandonedIn(next)).sort()).toEqual(requestIds.sort());
      expect(await abandonedIn(next, "candidate.abandoned")).toEqual([unfinished]);
      const { database, checkpoints } = next.gateway;
      expect(await verifyAuditLog(database, checkpoints, COMPARISONS)).toMatchObject({ errors: [] });
      await next.stop();
    }
  });

  it("is recorded as abandoned even if a clock ran ahead, or was set back and corrected", async () => {
    const running = await startGateway();
    const { database } = running.gateway;
    const requestIds: string[] = [];
    for (const times of [
      ["2999-01-01T00:00:00.000Z", "2026-06-01T00:00:00.000Z"],
      ["2020-01-01T00:00:00.000Z", new Date().toISOString()],
    ]) {
      const opened = await openOne(running);
      const { rows } = await database.pool.query("select body from events where request_id = $1", [opened]);
      const opening: Event = JSON.parse(rows[0].body.toString());
      const openings = times.map((at) => ({ ...opening, at, request_id: uuid() }));
      await database.pool.query("select append_events($1)", [linesOf(openings as Event[])]);
      // Does what the next start does.
      expect(await createAbandonedRecorder(running.gateway)()).toBe(3);
      requestIds.push(opened, ...openings.map(({ request_id }) => request_id));
      expect((await abandonedIn(running)).sort()).toEqual(requestIds.toSorted());
    }
  });
});

describeUnless([withoutPostgres], "on PostgreSQL, which several processes may share", () => {
  it("an opening is recorded by one process, once no process can still be working on it", async () => {
    const gateway = await startGateway({ DATABASE_URL: (await createDatabase()).url });
    let elapsedMs = 0;
    const recorders = [0, 1].map(() => createAbandonedRecorder(gateway.gateway, () => elapsedMs));
    const requestId = await openOne(gateway);
    const run = async () => Promise.all(recorders.map((record) => record()));
    expect(await run()).toEqual([0, 0]);
    const { model, drainMs } = gateway.gateway.config;
    elapsedMs += model.deadlineMs + drainMs;
    expect(await run()).toEqual([0, 0]);
    elapsedMs += 120_000;
    expect((await run()).sort()).toEqual([0, 1]);
    elapsedMs += 120_000;
    expect(await run()).toEqual([0, 0]);
    expect(await abandonedIn(gateway)).toEqual([requestId]);
  });
});
