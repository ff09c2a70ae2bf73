import { rmSync } from "node:fs";
import { afterEach, expect, it } from "vitest";
import { openFolder } from "#test/open-folder.ts";
import { makeFolder } from "#test/run-process.ts";
import { copySeededFolder } from "#test/seeded-folder.ts";
import { readExample, startGateway } from "#test/start-gateway.ts";

const folder = makeFolder();
afterEach(() => rmSync(folder, { recursive: true }));

it("stopping records the counted refusals and signs the last checkpoint, even if a job never ends", async () => {
  await copySeededFolder(folder);
  const gateway = await startGateway({ DATA_DIR: folder, RATE_LIMIT_PER_MINUTE: "1" });
  const { checkpoints, jobs } = gateway.gateway;
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
  expect(rows).toEqual([{ seq: String(checkpoints.last()?.seq), code: "RATE_LIMITED", count: 2 }]);
});
