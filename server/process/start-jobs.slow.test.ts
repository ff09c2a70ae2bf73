import { beforeEach, expect, it } from "vitest";
import type { TimedQuery } from "#server/db/open.ts";
import { openFolder } from "#test/open-folder.ts";
import { makeFolder } from "#test/run-process.ts";
import { copySeededFolder } from "#test/seeded-folder.ts";
import { readExample, startGateway } from "#test/start-gateway.ts";

let folder: string;
beforeEach(() => {
  folder = makeFolder();
});

it("stopping records the counted refusals and signs the last checkpoint, even if a job never ends", async () => {
  await copySeededFolder(folder);
  const gateway = await startGateway({ DATA_DIR: folder, RATE_LIMIT_PER_MINUTE: "1" });
  const { tree, jobs } = gateway.gateway;
  for (let count = 0; count < 3; count++) await gateway.post(JSON.stringify(readExample("binary")));
  const { close } = jobs;
  Object.assign(jobs, {
    async close() {
      await close();
      await new Promise(() => {});
    },
  });
  await gateway.stop();

  const database = await openFolder(folder);
  const { rows } = await database.pool.query("select seq, code, count from events order by seq desc limit 1");
  await database.close();
  expect(rows).toEqual([{ seq: String((await tree.readLast())?.size), code: "RATE_LIMITED", count: 2 }]);
});

it("stopping releases an idempotency key whose claim was made although the connection broke", async () => {
  await copySeededFolder(folder);
  const body = JSON.stringify(readExample("binary"));
  const first = await startGateway({ DATA_DIR: folder });
  const { pipeline } = first.gateway.database;
  const { query } = pipeline;
  Object.assign(pipeline, {
    async query(statement: TimedQuery) {
      if (statement.name === "take_idempotency_key") await query(statement);
      throw new Error("the connection broke");
    },
  });
  const headers = { "idempotency-key": '"once"' };
  expect(await first.post(body, headers)).toMatchObject({ status: 503 });
  Object.assign(pipeline, { query });
  await first.stop();

  const second = await startGateway({ DATA_DIR: folder });
  expect(await second.post(body, headers)).toMatchObject({ status: 200 });
});
