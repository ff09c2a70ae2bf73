import { afterAll, beforeAll, expect, it } from "vitest";
import { addRefusals } from "#test/long-log.ts";
import { startGateway, type TestGateway } from "#test/start-gateway.ts";
import { watchEvents } from "./watch-events.ts";

let gateway: TestGateway;

beforeAll(async () => {
  // Background jobs would scan events too, and collect statistics.
  gateway = await startGateway({}, undefined, { repeat: () => () => {} });
  await addRefusals(gateway.gateway.database, 3_000);
});
afterAll(() => gateway.stop());

it("finds new events without scanning the whole audit log, even before the database has statistics", async () => {
  const before = await countScans();
  await watchEvents(gateway.gateway);
  const after = await countScans();
  expect(after.whole).toBe(before.whole);
  expect(after.byIndex).toBeGreaterThan(before.byIndex);
});

async function countScans(): Promise<{ readonly whole: number; readonly byIndex: number }> {
  const { pool } = gateway.gateway.database;
  await pool.query("select pg_stat_force_next_flush()");
  const { rows } = await pool.query(
    "select seq_scan::int as whole, idx_scan::int as \"byIndex\" from pg_stat_user_tables where relname = 'events'",
  );
  return rows[0];
}
