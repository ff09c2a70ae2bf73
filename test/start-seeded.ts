import { readFirstRun } from "#server/process/seed-first-run.ts";
import { makeFolder, startMain } from "./run-process.ts";
import { copySeededFolder } from "./seeded-folder.ts";

/** Starts a gateway process on a copy of the seeded data folder. `authorization` is a header with its API key. */
export async function startSeeded(environment: Readonly<Record<string, string>> = {}) {
  const dataDir = makeFolder();
  await copySeededFolder(dataDir);
  const server = await startMain(dataDir, environment);
  const firstRun = readFirstRun(dataDir);
  if (firstRun === undefined) throw new Error("the first run did not create first-run.json");
  return { server, dataDir, ...firstRun, authorization: `Bearer ${firstRun.api_key}` };
}
