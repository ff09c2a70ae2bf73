import { expect, it } from "vitest";
import { readFirstRun } from "#server/process/seed-first-run.ts";
import { effort } from "#test/effort.ts";
import { copyEmptyDatabase } from "#test/empty-database.ts";
import { startMain } from "#test/run-process.ts";
import { readExample, send } from "#test/start-gateway.ts";
import { launchUntil } from "./launch-until.ts";

/** Cases per list in a normal and in a full test run. Each case starts the gateway twice. */
const SHOWN = effort({ sample: 1, full: 3 });

const CREATING = [
  ["the last files of the database were being created", "database.creating/base/5/PG_VERSION"],
  ["the first files of the database were being created", "database.creating/global/pg_control"],
  ["the complete database folder had just been renamed", "database/PG_VERSION"],
] as const;

it.each(CREATING.slice(0, SHOWN))("starts without repair after the first run was killed while %s", (_, file) =>
  expectToSurvive(file),
);

// In these cases the database already exists, so the tests copy an empty one, which is faster.
const SEEDING = [
  ["the first accounts were not yet committed", "first-run.json"],
  ["a key file was being written", "log-key.pem"],
  ["the database was empty", "checkpoints"],
] as const;

it.each(SEEDING.slice(0, SHOWN))("starts without repair after the first run was killed while %s", async (_, file) => {
  await expectToSurvive(file, copyEmptyDatabase);
});

async function expectToSurvive(file: string, takeFolder?: () => Promise<string>): Promise<void> {
  const killed = await launchUntil(file, takeFolder);
  await killed.end("SIGKILL");

  const { dataDir } = killed;
  const server = await startMain(dataDir);
  const headers = { authorization: `Bearer ${readFirstRun(dataDir)?.api_key}` };
  const { status } = await send(`${server.url}/v1/predict`, JSON.stringify(readExample("binary")), headers);
  expect(status).toBe(200);
  await server.end("SIGKILL");
}
