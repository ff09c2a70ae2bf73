import { expect, it } from "vitest";
import { readFirstRun } from "#server/process/seed-first-run.ts";
import { effort } from "#test/effort.ts";
import { copyEmptyDatabase } from "#test/empty-database.ts";
import { startMain } from "#test/run-process.ts";
import { readExample, send } from "#test/start-gateway.ts";
import { launchUntil } from "./launch-until.ts";

/** A normal run takes the first case of each list, a full run all of them: each takes two starts. */
const SHOWN = effort({ sample: 1, full: 3 });

const CREATING = [
  ["the database is nearly created", "database.creating/base/5/PG_VERSION"],
  ["the database is being created", "database.creating/global/pg_control"],
  ["the database has just been put in its place", "database/PG_VERSION"],
] as const;

it.each(CREATING.slice(0, SHOWN))("starts unaided after a kill of the first run while %s", (_, file) =>
  expectToSurvive(file),
);

// From here on the database exists; how long ago it was created makes no difference.
const SEEDING = [
  ["the first accounts are not committed", "first-run.json"],
  ["a key is being written", "checkpoint-key.pem"],
  ["the database is there and empty", "checkpoints"],
] as const;

it.each(SEEDING.slice(0, SHOWN))("starts unaided after a kill of the first run while %s", async (_, file) => {
  await expectToSurvive(file, copyEmptyDatabase);
});

async function expectToSurvive(file: string, prepare?: (dataDir: string) => Promise<void>): Promise<void> {
  const killed = await launchUntil(file, prepare);
  await killed.end("SIGKILL");

  const { dataDir } = killed;
  const server = await startMain(dataDir);
  const headers = { authorization: `Bearer ${readFirstRun(dataDir)?.api_key}` };
  const { status } = await send(`${server.url}/v1/predict`, JSON.stringify(readExample("binary")), headers);
  expect(status).toBe(200);
  await server.end("SIGKILL");
}
