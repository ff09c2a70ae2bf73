import { expect, it } from "vitest";
import { startGateway } from "#test/start-gateway.ts";
import { refreshStatistics } from "./refresh-statistics.ts";

// Opened without background jobs, because they refresh the statistics too.
const { database } = (await startGateway({}, undefined, { repeat: () => () => {} })).gateway;

it("analyzes the tables once they have rows, and again when the rows have doubled", async () => {
  const counted = async () => {
    const { rows } = await database.pool.query(
      "select reltuples::int as counted from pg_class where relname = 'events'",
    );
    return rows[0].counted;
  };
  await refreshStatistics(database, 999);
  expect(await counted()).toBe(-1);
  await refreshStatistics(database, 1_000);
  const events = await counted();
  expect(events).toBeGreaterThan(0);
  await database.pool.query("update pg_class set reltuples = 600 where relname = 'events'");
  await refreshStatistics(database, 1_199);
  expect(await counted()).toBe(600);
  await refreshStatistics(database, 1_200);
  expect(await counted()).toBe(events);
});

it("collects word frequencies, so that a search for a rare word does not read every question", async () => {
  await database.pool.query("update pg_class set reltuples = -1 where relname = 'events'");
  await refreshStatistics(database, 1_000);
  const { rows } = await database.pool.query("select distinct tablename from pg_stats where tablename like '%by_word'");
  expect(rows.map(({ tablename }) => tablename).sort()).toEqual(["submissions_by_word", "tasks_by_word"]);
});
