import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readLinks } from "#server/audit/export/read-links.ts";
import { CHECKPOINT_LINES } from "#server/audit/log/checkpoint-lines.ts";
import { verifyChain } from "#server/audit/verification/verify-chain.ts";
import { readConfig } from "#server/config/read-config.ts";
import { readDatabaseId } from "#server/db/database-id.ts";
import { createGateway } from "#server/process/create-gateway.ts";
import { openEarlierCheckpoints } from "#test/earlier-checkpoints.ts";
import { copyEmptyDatabase } from "#test/empty-database.ts";
import { openFolder } from "#test/open-folder.ts";
import { copySeededFolder } from "#test/seeded-folder.ts";
import { readExample, startGateway } from "#test/start-gateway.ts";
import { acceptLoss } from "./accept-loss.ts";
import { sourceOfLog } from "./checkpoint-source.ts";
import { listLogs, treeFolder } from "./signed-tree.ts";

let dataDir: string;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "history-"));
  await copySeededFolder(dataDir);
});
afterEach(() => {
  rmSync(dataDir, { recursive: true });
});

const inFolder = (...names: string[]) => join(dataDir, ...names);
const config = () => readConfig({ DATA_DIR: dataDir, LOG_LEVEL: "silent" });
const start = () => createGateway(config());

/** Makes one forecast, which records two events and a checkpoint. Returns the last event's sequence number. */
async function predictOnce(): Promise<number> {
  const gateway = await startGateway({ DATA_DIR: dataDir });
  expect((await gateway.post(JSON.stringify(readExample("binary")))).status).toBe(200);
  const { rows } = await gateway.gateway.database.pool.query("select max(seq)::int as last from events");
  await gateway.stop();
  return rows[0].last;
}

/** Does the same as `npm run accept-loss`. */
async function accept() {
  const database = await openFolder(dataDir);
  return acceptLoss(database, config(), () => new Date()).finally(() => database.close());
}

/** Returns the chain of the stopped gateway and the kinds of its events. */
async function verify() {
  const database = await openFolder(dataDir);
  try {
    const checkpoints = sourceOfLog(inFolder("checkpoints"), await readDatabaseId(database));
    const { rows } = await database.pool.query("select kind from events order by seq");
    return { report: await verifyChain(readLinks(database), checkpoints), kinds: rows.map(({ kind }) => kind) };
  } finally {
    await database.close();
  }
}

describe("a database that has lost events", () => {
  it("is refused with the expected and the found event after a rollback, until the loss is accepted", async () => {
    cpSync(inFolder("database"), inFolder("backup"), { recursive: true });
    const expected = await predictOnce();
    rmSync(inFolder("database"), { recursive: true });
    cpSync(inFolder("backup"), inFolder("database"), { recursive: true });

    const message = new RegExp(
      `event ${expected} .*Found: the last event is ${expected - 2}\\..*npm run accept-loss`,
      "s",
    );
    await expect(start()).rejects.toThrow(message);
    await expect(start()).rejects.toThrow(message);
    const before = listLogs(inFolder("checkpoints"));
    expect(await accept()).toMatchObject({ expected: { seq: expected }, found: { seq: expected - 2 } });
    expect(listLogs(inFolder("checkpoints"))).toEqual([expect.any(String), ...before]);

    await (await start()).close();
    const { report, kinds } = await verify();
    expect(kinds.at(expected - 2)).toBe("history.loss_accepted");
    expect(report).toMatchObject({ ok: true, errors: [] });
    expect(await accept()).toBeUndefined();
  });

  it("is not recreated when missing, unless the loss is accepted", async () => {
    const gone = { expected: { seq: expect.any(Number) }, found: undefined };
    renameSync(inFolder("database"), inFolder("elsewhere"));
    await expect(start()).rejects.toThrow(/Expected: event \d+ .*Found: no database in /s);
    expect(existsSync(inFolder("database"))).toBe(false);

    expect(await accept()).toMatchObject(gone);
    const wired = await start();
    await wired.close();
    const { report, kinds } = await verify();
    expect(kinds[0]).toBe("history.loss_accepted");
    expect(report).toMatchObject({ ok: true, errors: [] });
  });

  it("is not recreated even if the signing key is missing too and only checkpoints exist", async () => {
    for (const name of ["database", "checkpoint-key.pem"]) rmSync(inFolder(name), { recursive: true });
    await expect(start()).rejects.toThrow(/Expected: event \d+ .*Found: no database in /s);
    expect(existsSync(inFolder("database"))).toBe(false);
  });

  it("is refused if an event with a checkpoint has a different hash", async () => {
    const expected = await predictOnce();
    const database = await openFolder(dataDir);
    await database.pool.query("alter table events disable trigger events_append_only");
    await database.pool.query("update events set hash = sha256(hash) where seq = $1", [expected]);
    await database.close();
    await expect(start()).rejects.toThrow(`Found: event ${expected} has changed.`);
  });

  it("is refused if it was replaced by another database", async () => {
    const other = mkdtempSync(join(tmpdir(), "history-other-"));
    await copyEmptyDatabase(other);
    await (await openFolder(other)).close();
    renameSync(inFolder("database"), inFolder("elsewhere"));
    renameSync(join(other, "database"), inFolder("database"));
    await expect(start()).rejects.toThrow("without checkpoints; the database contains no events");
    rmSync(other, { recursive: true });
  });
});

it("a complete database is accepted although other databases have checkpoints in the same folder", async () => {
  await predictOnce();
  openEarlier("other-key.pem", OTHER).write({ seq: 1_000_000, hash: Buffer.alloc(32) }, new Date());
  await (await start()).close();
});

const OTHER = "00000000-0000-4000-8000-000000000000";
const openEarlier = (key: string, databaseId: string) =>
  openEarlierCheckpoints(inFolder("checkpoints"), inFolder(key), databaseId);

describe("a database that an earlier release has last started", () => {
  /** Replaces the signed tree by checkpoints of these events in checkpoints.jsonl; the default is all events. */
  async function downgrade(change: (hash: Buffer, seq: number) => Buffer = (hash) => hash): Promise<void> {
    const database = await openFolder(dataDir);
    const databaseId = await readDatabaseId(database);
    const earlier = openEarlier("checkpoint-key.pem", databaseId);
    for await (const { seq, hash } of readLinks(database)) earlier.write({ seq, hash: change(hash, seq) }, new Date());
    await database.close();
    rmSync(treeFolder(inFolder("checkpoints"), databaseId), { recursive: true });
  }

  it("is compared with all checkpoints once, and gets a signed tree", async () => {
    await downgrade();
    const before = readFileSync(inFolder("checkpoints", CHECKPOINT_LINES));
    await predictOnce();
    // From now on, the signed tree counts.
    writeFileSync(inFolder("checkpoints", CHECKPOINT_LINES), "{}\n");
    await (await start()).close();
    writeFileSync(inFolder("checkpoints", CHECKPOINT_LINES), before);
    const { report } = await verify();
    expect(report).toMatchObject({ ok: true, checkpoints: 1 });
  });

  it("needs only its last checkpoint once a tree is signed", async () => {
    const file = inFolder("checkpoints", CHECKPOINT_LINES);
    await predictOnce();
    await predictOnce();
    const [databaseId = "", ...more] = listLogs(inFolder("checkpoints"));
    expect(more).toEqual([]);
    const names = readdirSync(treeFolder(inFolder("checkpoints"), databaseId));
    expect(names.sort()).toEqual(["checkpoint", "tile"]);
    // Reading a folder as a file would fail.
    mkdirSync(file);
    await (await start()).close();
  });

  it("is refused if one old checkpoint contradicts the log, until the loss is accepted", async () => {
    await downgrade((hash, seq) => (seq === 2 ? Buffer.alloc(32) : hash));
    await expect(start()).rejects.toThrow("Found: event 2 is missing or has changed.");
    expect(await accept()).toMatchObject({ expected: { seq: 2, checkpoint: expect.stringContaining('"seq":2') } });
    await (await start()).close();
  });

  it("is accepted although forged checkpoints contradict the log", async () => {
    await downgrade();
    const file = inFolder("checkpoints", CHECKPOINT_LINES);
    const [line = ""] = readFileSync(file, "utf8").split("\n");
    for (const seq of ["x", 1.5, 1e30, 1_000_000])
      appendFileSync(file, `${JSON.stringify({ ...JSON.parse(line), seq })}\n`);
    await (await start()).close();
  });

  it("is not recreated when missing", async () => {
    await downgrade();
    renameSync(inFolder("database"), inFolder("elsewhere"));
    await expect(start()).rejects.toThrow(/Expected: event \d+ .*Found: no database in /s);
  });
});
