import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { readLinks } from "#server/audit/export/read-links.ts";
import { readLogKeys, trust } from "#server/audit/log/log-keys.ts";
import { verifyChain } from "#server/audit/verification/verify-chain.ts";
import { readConfig } from "#server/config/read-config.ts";
import { readDatabaseId } from "#server/db/database-id.ts";
import { copyEmptyDatabase } from "#test/empty-database.ts";
import { generateLog } from "#test/generated-log.ts";
import { openFolder } from "#test/open-folder.ts";
import { copySeededFolder } from "#test/seeded-folder.ts";
import { readExample, startGateway } from "#test/start-gateway.ts";
import { tamper } from "#test/tamper.ts";
import { acceptLoss } from "./accept-loss.ts";
import { sourceOfLog } from "./checkpoint-source.ts";
import { checkpointFile, listLogs, originOf, treeFolder } from "./signed-tree.ts";

let dataDir: string;

beforeEach(async () => {
  dataDir = await copySeededFolder();
});

const inFolder = (...names: string[]) => join(dataDir, ...names);
const start = () => startGateway({ DATA_DIR: dataDir });

/** Makes one forecast, which records two events and a checkpoint. Returns the last event's sequence number. */
async function predictOnce(): Promise<number> {
  const gateway = await start();
  expect((await gateway.post(JSON.stringify(readExample("binary")))).status).toBe(200);
  const { rows } = await gateway.gateway.database.pool.query("select max(seq)::int as last from events");
  await gateway.stop();
  return rows[0].last;
}

/** Does the same as `npm run accept-loss`. */
async function accept() {
  const database = await openFolder(dataDir);
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: "silent" });
  return acceptLoss(database, config, () => new Date()).finally(() => database.close());
}

/** Starts and stops the gateway. Returns its chain and the kinds of its events. */
async function verify() {
  const { gateway, stop } = await start();
  const { database, tree } = gateway;
  await tree.grow();
  const databaseId = await readDatabaseId(database);
  const logs = await trust(readLogKeys(inFolder("log-key.pem")))(databaseId);
  const checkpoints = sourceOfLog(inFolder("checkpoints"), databaseId, logs);
  const { rows } = await database.pool.query("select kind from events order by seq");
  const report = await verifyChain(readLinks(database), checkpoints);
  await stop();
  return { report, kinds: rows.map(({ kind }) => kind) };
}

describe("a database that has lost events", () => {
  it("is refused with the expected and the found event after a rollback, until the loss is accepted", async () => {
    cpSync(inFolder("database"), inFolder("backup"), { recursive: true });
    const expected = await predictOnce();
    rmSync(inFolder("database"), { recursive: true });
    cpSync(inFolder("backup"), inFolder("database"), { recursive: true });

    const found = `event ${expected} .*Found: the last event is ${expected - 2}\\.`;
    const message = new RegExp(`${found}.*npm run accept-loss`, "s");
    await expect(start()).rejects.toThrow(message);
    await expect(start()).rejects.toThrow(message);
    const before = listLogs(inFolder("checkpoints"));
    expect(await accept()).toMatchObject({ expected: { seq: expected }, found: { seq: expected - 2 } });
    expect(listLogs(inFolder("checkpoints"))).toEqual([expect.any(String), ...before]);

    const { report, kinds } = await verify();
    expect(kinds.at(expected - 2)).toBe("history.loss_accepted");
    expect(report).toMatchObject({ ok: true, errors: [] });
    expect(await accept()).toBeUndefined();
  });

  it("is not recreated even if the signing key is missing too and only checkpoints exist", async () => {
    for (const name of ["database", "log-key.pem"]) rmSync(inFolder(name), { recursive: true });
    await expect(start()).rejects.toThrow(/Expected: event \d+ .*Found: no database in /s);
    expect(existsSync(inFolder("database"))).toBe(false);
  });

  it("is refused if an event with a checkpoint has a different hash", async () => {
    const database = await openFolder(dataDir);
    const { rows } = await database.pool.query("select max(seq)::int as last from events");
    await tamper(database, `update events set hash = sha256(hash) where seq = ${rows[0].last}`);
    await database.close();
    await expect(start()).rejects.toThrow(`Found: event ${rows[0].last} has changed.`);
  });

  it("is neither recreated when missing nor replaced by another, unless the loss is accepted, even by a killed command", async () => {
    rmSync(inFolder("database"), { recursive: true });
    await expect(start()).rejects.toThrow(/Expected: event \d+ .*Found: no database in /s);
    expect(existsSync(inFolder("database"))).toBe(false);
    // accept-loss would create this database.
    await copyEmptyDatabase(dataDir);
    await expect(start()).rejects.toThrow("without checkpoints; the database contains no events");

    const [former] = listLogs(inFolder("checkpoints"));
    expect(await accept()).toMatchObject({ expected: { seq: expect.any(Number) }, found: undefined });
    // As if the command was killed before it signed the new tree.
    for (const log of listLogs(inFolder("checkpoints")))
      if (log !== former) rmSync(treeFolder(inFolder("checkpoints"), log), { recursive: true });
    const { report, kinds } = await verify();
    expect(kinds[0]).toBe("history.loss_accepted");
    expect(report).toMatchObject({ ok: true, errors: [] });
  });
});

it("a complete database needs only its last checkpoint and the tiles, whatever other databases have in the same folder", async () => {
  await predictOnce();
  await predictOnce();
  const [databaseId = "", ...more] = listLogs(inFolder("checkpoints"));
  expect(more).toEqual([]);
  const names = readdirSync(treeFolder(inFolder("checkpoints"), databaseId));
  expect(names.sort()).toEqual(["checkpoint", "tile"]);
  const other = "00000000-0000-4000-8000-000000000000";
  const { note } = await generateLog(originOf(other), [Buffer.from("event")], []);
  mkdirSync(treeFolder(inFolder("checkpoints"), other));
  writeFileSync(checkpointFile(inFolder("checkpoints"), other), note);
  await start();
});
