import { readFileSync } from "node:fs";
import fc from "fast-check";
import { v7 as uuid } from "uuid";
import { afterAll, describe, expect, it } from "vitest";
import { horizonOf } from "#lib/scores/horizon.ts";
import { logScore } from "#lib/stats/scores.ts";
import { identify } from "#server/base/digest.ts";
import { storableInstant } from "#server/db/columns.ts";
import { createDatabase, TEST_DATABASE_URL } from "#test/create-database.ts";
import { approveAll, readExample, startGateway, type TestGateway } from "#test/start-gateway.ts";

const UPDATES = readFileSync("server/db/migrations/0005_counted_scores.sql", "utf8")
  .split("--> statement-breakpoint")
  .filter((statement) => /^UPDATE forecast_scores/m.test(statement));
const RESOLVES_AT = "2026-06-01T12:00:00Z";
const OLD_FLOOR = 0.0001;
const postgres = TEST_DATABASE_URL === undefined ? undefined : await createDatabase();
const STORES: [string, TestGateway][] = [["the embedded database", await startGateway()]];
if (postgres !== undefined) STORES.push(["PostgreSQL", await startGateway({ DATABASE_URL: postgres.url })]);
afterAll(async () => {
  for (const [, running] of STORES) await running.stop();
  await postgres?.drop();
});

const cutoff = fc.oneof(
  fc.constantFrom(
    "0000-01-01T00:00:00Z",
    "2016-12-31T23:59:60Z",
    "2026-05-31T12:00:00Z",
    "2026-06-01T11:59:59.999999999Z",
    "2026-05-02T12:00:00.5+23:59",
    "2026-05-25T12:00:00-23:59",
  ),
  fc
    .tuple(
      fc.date({ min: new Date("2025-01-01"), max: new Date(RESOLVES_AT), noInvalidDate: true }),
      fc.nat({ max: 839 }),
    )
    .map(([date, minutes]) => {
      const local = new Date(date.getTime() + minutes * 60_000).toISOString().slice(0, -1);
      const [hours, rest] = [Math.floor(minutes / 60), minutes % 60].map((one) => String(one).padStart(2, "0"));
      return `${local}+${hours}:${rest}`;
    }),
);
const probability = fc.oneof(fc.constantFrom(0, 0.0001, 0.0003, 0.0005, 1), fc.double({ min: 0, max: 1, noNaN: true }));

describe.each(STORES)("the migration of existing scores, on %s", (_, { gateway }) => {
  it("sets the count, the horizon and the log scores that scoring computes", async () => {
    const { pool } = gateway.database;
    const cases = fc.sample(fc.tuple(cutoff, probability, fc.option(probability)), 300);
    const example = readExample("binary");
    const task = { ...example.task, resolution: { ...example.task.resolution, resolves_at: RESOLVES_AT } };
    const requests = cases.map(([as_of]) => ({ ...example, task, input: { ...example.input, as_of } }));
    await approveAll(gateway, requests);
    const lossOf = (yes: number | null, floor: number) => (yes === null ? null : logScore({ yes }, "yes", floor));
    const ids = cases.map(() => uuid());
    for (const [index, [, yes, crowd]] of cases.entries()) {
      const taskId = identify(task).id;
      const inputId = identify(Object(requests[index]?.input)).id;
      const values = [ids[index], taskId, inputId, lossOf(yes, OLD_FLOOR), lossOf(crowd, OLD_FLOOR), [yes, 1 - yes]];
      await pool.query(
        `insert into forecast_scores (request_id, task_id, input_id, log, crowd_log, probabilities, bucket, generated_at,
           happened_at, counts_from, retrospective, version, horizon, reviewers, findings, bins, happened, option, choice,
           brier, uniform_brier, uniform_log)
         values ($1, $2, $3, $4, $5, $6, 0, now(), now(), now(), false, 'v', '', '{}', '{}', 1, 0, 'yes', 'yes', 0, 0, 0)`,
        values,
      );
    }
    for (const statement of UPDATES) await pool.query(statement);
    const { rows } = await pool.query("select * from forecast_scores where request_id = any($1)", [ids]);
    expect(rows).toHaveLength(cases.length);
    for (const row of rows) {
      const [as_of, yes, crowd] = cases[ids.indexOf(row.request_id)] ?? ["", 0, null];
      const resolvesAt = new Date(RESOLVES_AT).getTime();
      const seconds = (resolvesAt - (storableInstant(as_of)?.getTime() ?? Number.NaN)) / 1_000;
      expect([as_of, row.horizon]).toEqual([as_of, horizonOf(seconds)]);
      expect(row.counts_from).toEqual(new Date(resolvesAt));
      expect(row.log).toBeCloseTo(lossOf(yes, 0.0005) ?? Number.NaN, 10);
      if (crowd === null) expect(row.crowd_log).toBeNull();
      else expect(row.crowd_log).toBeCloseTo(lossOf(crowd, 0.0005) ?? Number.NaN, 10);
      expect([row.base_log, row.uniform_log]).toEqual([null, 0]);
    }
  });
});
