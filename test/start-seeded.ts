import { type FirstRun, readFirstRun } from "#server/process/seed-first-run.ts";
import { startMain } from "./run-process.ts";
import { copySeededFolder } from "./seeded-folder.ts";

export function firstRunOf(dataDir: string): FirstRun {
  const firstRun = readFirstRun(dataDir);
  if (firstRun === undefined) throw new Error("the first run did not create first-run.json");
  return firstRun;
}

/** Starts a gateway process on a copy of the seeded data folder. `authorization` is a header with its API key. */
export async function startSeeded(environment: Readonly<Record<string, string>> = {}) {
  const dataDir = await copySeededFolder();
  const server = await startMain(dataDir, environment);
  const firstRun = firstRunOf(dataDir);
  return { server, dataDir, ...firstRun, authorization: `Bearer ${firstRun.api_key}` };
}
