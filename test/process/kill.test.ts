import { join } from "node:path";
import { expect, it } from "vitest";
import { readLinks } from "#server/audit/export/read-links.ts";
import { openCheckpoints } from "#server/audit/log/checkpoint.ts";
import { verifyChain } from "#server/audit/verification/verify-chain.ts";
import { readDatabaseId } from "#server/db/database-id.ts";
import { readFirstRun } from "#server/process/seed-first-run.ts";
import { type ConsoleClient, signIn } from "#test/console-client.ts";
import { createDatabase, TEST_DATABASE_URL } from "#test/create-database.ts";
import { effort } from "#test/effort.ts";
import { openFolder } from "#test/open-folder.ts";
import { makeFolder, startMain } from "#test/run-process.ts";
import { copySeededFolder } from "#test/seeded-folder.ts";
import { readExample } from "#test/start-gateway.ts";
import { until } from "#test/until.ts";

const STORES = [
  { store: "the embedded database", kills: effort({ sample: 3, full: 100 }), makeDatabase: undefined },
  { store: "PostgreSQL", kills: effort({ sample: 1, full: 100 }), makeDatabase: createDatabase },
].filter(({ makeDatabase }) => makeDatabase === undefined || TEST_DATABASE_URL !== undefined);
const CLIENTS = 20;
const example = JSON.stringify(readExample("binary"));

it.each(STORES)(
  "$store loses no acknowledged answer in $kills kills under load, and every restart works without repair",
  async (each) => {
    const dataDir = makeFolder();
    const database = await each.makeDatabase?.();
    if (database === undefined) await copySeededFolder(dataDir);
    const environment: Record<string, string> = database === undefined ? {} : { DATABASE_URL: database.url };
    const answered = new Set<string>();
    let server = await startMain(dataDir, environment);
    const firstRun = readFirstRun(dataDir);
    if (firstRun === undefined) throw new Error("the first run did not create first-run.json");
    const console: ConsoleClient = await signIn(server.url, firstRun.accounts.admin);

    for (let kill = 0; kill < each.kills; kill++) {
      const clients = Array.from({ length: CLIENTS }, () => askUntilGone(server.url, firstRun.api_key, answered));
      const enough = answered.size + 1 + ((kill * 17) % 60);
      await until("enough requests are answered before the kill", () => (answered.size >= enough ? true : undefined));
      expect((await server.end("SIGKILL")).signal).toBe("SIGKILL");
      await Promise.all(clients);

      server = await startMain(dataDir, environment);
      expect(await console.at(server.url).query("audit.verify"), `after kill ${kill}`).toMatchObject({
        ok: true,
        errors: [],
      });
    }
    expect((await server.end()).code).toBe(0);

    const record = await readPredictions(dataDir, database?.url);
    await database?.drop();
    expect(record.report).toMatchObject({ ok: true, errors: [] });
    for (const requestId of answered)
      expect(record.kinds.get(requestId)).toEqual(["prediction.opened", "prediction.answered"]);
  },
);

/**
 * Sends requests until the process is killed. Adds the id of each request with status 200 as soon as headers arrive.
 */
async function askUntilGone(url: string, key: string, answered: Set<string>): Promise<void> {
  for (;;) {
    try {
      const response = await ask(url, key);
      if (response.status !== 200)
        throw new Error(`unexpected response status ${response.status}`, { cause: response });
      answered.add(response.headers.get("x-request-id") ?? "");
      await response.arrayBuffer();
    } catch (error) {
      if (error instanceof Error && error.cause instanceof Response) throw error;
      return;
    }
  }
}

function ask(url: string, key: string): Promise<Response> {
  return fetch(`${url}/v1/predict`, { method: "POST", headers: { authorization: `Bearer ${key}` }, body: example });
}

/** Verifies the audit log of a stopped gateway and returns the report and the event kinds of each request. */
async function readPredictions(dataDir: string, url: string | undefined) {
  const database = await openFolder(dataDir, url);
  try {
    const checkpoints = openCheckpoints(
      join(dataDir, "checkpoints"),
      join(dataDir, "checkpoint-key.pem"),
      await readDatabaseId(database),
    );
    const report = await verifyChain(readLinks(database), checkpoints);
    const { rows } = await database.pool.query<{ request_id: string; kind: string }>(
      "select request_id, kind from events where request_id is not null order by seq",
    );
    const kinds = new Map<string, string[]>();
    for (const { request_id, kind } of rows) kinds.set(request_id, [...(kinds.get(request_id) ?? []), kind]);
    return { report, kinds };
  } finally {
    await database.close();
  }
}
