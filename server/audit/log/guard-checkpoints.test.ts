import { appendFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { readConfig } from "#server/config/read-config.ts";
import { answerReceipt } from "#server/gateway/http/answer-receipt.ts";
import { createGateway } from "#server/process/create-gateway.ts";
import { signInAs } from "#test/console-session.ts";
import { createDatabase, type TestDatabase, withoutPostgres } from "#test/create-database.ts";
import { describeUnless } from "#test/describe-unless.ts";
import { makeFolder } from "#test/run-process.ts";
import { copySeededFolder } from "#test/seeded-folder.ts";
import { readExample, startGateway, type TestGateway } from "#test/start-gateway.ts";
import { until } from "#test/until.ts";
import { acceptLoss } from "./accept-loss.ts";
import { openCheckpoints } from "./checkpoint.ts";
import { CHECKPOINT_FILE } from "./checkpoint-file.ts";
import { checkpointLocations, openWithHistory } from "./open-with-history.ts";
import { readHead } from "./read-head.ts";

const body = JSON.stringify(readExample("binary"));

/** Changes the events under a running gateway, as restoring a dump does. */
async function change({ gateway }: TestGateway, statement: string): Promise<void> {
  const { pool } = gateway.database;
  await pool.query("alter table events disable trigger events_append_only");
  await pool.query(statement);
  await pool.query("alter table events enable trigger events_append_only");
}

async function headOf({ gateway }: TestGateway) {
  const head = await readHead(gateway.database);
  if (head === undefined) throw new Error("the log is empty");
  return head;
}

async function askForReceipt({ gateway, key }: TestGateway, requestId: string): Promise<number> {
  const request = new Request(`http://localhost/receipts/${requestId}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const { status } = await answerReceipt(gateway, request, { requestId });
  return status;
}

/** `prepare` creates the database in the given gateway folder and returns additional environment variables. */
function describeGuard(prepare: (dataDir: string) => Promise<Record<string, string>>): void {
  let folders: string[] = [];

  async function start(): Promise<{ gateway: TestGateway; settings: Record<string, string> }> {
    const dataDir = makeFolder();
    folders.push(dataDir);
    const settings = { DATA_DIR: dataDir, ...(await prepare(dataDir)) };
    return { gateway: await startGateway(settings), settings };
  }
  afterEach(() => {
    for (const folder of folders) rmSync(folder, { recursive: true });
    folders = [];
  });

  it("stops recording and signing while events with a checkpoint are missing", async () => {
    const { gateway } = await start();
    const admin = await signInAs(gateway, "admin");
    const { headers } = await gateway.post(body);
    const requestId = headers.get("x-request-id") ?? "";
    await gateway.post(body);
    const head = await headOf(gateway);
    const { checkpoints, database, events, metrics } = gateway.gateway;
    await checkpoints.write(head, new Date());

    await change(gateway, `create table kept as select * from events where seq > ${head.seq - 2}`);
    await change(gateway, `delete from events where seq > ${head.seq - 2}`);
    expect(await askForReceipt(gateway, requestId)).toBe(503);
    await expect(checkpoints.write(await headOf(gateway), new Date())).rejects.toThrow();
    expect(await gateway.post(body)).toMatchObject({ status: 503, body: { error: { code: "AUDIT_UNAVAILABLE" } } });
    await expect(admin.call.credentials.issue({ name: "another" })).rejects.toThrow();
    expect(await events.check()).toBe("history_lost");
    expect(await metrics.text()).toContain("gateway_history_lost 1");
    expect((await headOf(gateway)).seq).toBe(head.seq - 2);

    // Truncating the checkpoint file does not hide the lost history.
    const file = join(gateway.gateway.config.checkpointDir, CHECKPOINT_FILE);
    const lines = readFileSync(file);
    writeFileSync(file, "");
    await checkpoints.compareLast();
    expect(checkpoints.isHistoryLost()).toBe(true);
    writeFileSync(file, lines);

    await database.pool.query("insert into events select * from kept");
    await checkpoints.compareLast();
    expect(await gateway.post(body)).toMatchObject({ status: 200 });
    expect(await metrics.text()).toContain("gateway_history_lost 0");
    await gateway.stop();
  });

  it("does not sign a forked log that is longer than the lost one, and refuses to start with it", async () => {
    const { gateway, settings } = await start();
    await gateway.post(body);
    const head = await headOf(gateway);
    await gateway.gateway.checkpoints.write(head, new Date());
    await change(gateway, `delete from events where seq > ${head.seq - 2}`);
    for (let count = 0; count < 3; count++) await gateway.post(body);
    const grown = await headOf(gateway);
    expect(grown.seq).toBeGreaterThan(head.seq);

    await expect(gateway.gateway.checkpoints.sign(grown, new Date())).rejects.toThrow();
    await gateway.stop();
    expect(gateway.gateway.checkpoints.last()).toMatchObject({ seq: head.seq });
    await expect(createGateway(readConfig(settings))).rejects.toThrow(
      `event ${head.seq} of the database is missing or has a different hash`,
    );
  });

  it("detects a contradiction with an old checkpoint in the background, until the loss is accepted", async () => {
    const { gateway, settings } = await start();
    const head = await headOf(gateway);
    await gateway.stop();
    const config = readConfig({ ...settings, LOG_LEVEL: "silent" });
    const { folder, keyFile } = checkpointLocations(config);
    const earlier = openCheckpoints(folder, keyFile, gateway.gateway.checkpoints.databaseId);
    earlier.write({ seq: 1, hash: Buffer.alloc(32) }, new Date());
    const forged = { ...earlier.sign(head, new Date()), signature: "" };
    for (const seq of ["x", 1.5, 1e30]) {
      appendFileSync(join(folder, CHECKPOINT_FILE), `${JSON.stringify({ ...forged, seq })}\n`);
    }
    for (let count = 0; count < 600; count++) earlier.write(head, new Date());

    const again = await startGateway(settings);
    await until("the contradiction is found", () => again.gateway.checkpoints.isHistoryLost() || undefined);
    expect((await again.post(body)).status).toBe(503);
    await again.stop();

    const database = await openWithHistory(config, { evenIfBehind: true, onError: () => {} });
    const accepted = await acceptLoss(database, checkpointLocations(config), () => new Date());
    await database.close();
    expect(accepted).toMatchObject({ expected: { seq: 1 } });
    const last = await startGateway(settings);
    await last.gateway.checkpoints.compareAll(new AbortController().signal);
    expect((await last.post(body)).status).toBe(200);
    await last.stop();
  });
}

describe("a log that loses events while the gateway is running, in the embedded database", () => {
  describeGuard(async (dataDir) => {
    await copySeededFolder(dataDir);
    return {};
  });
});

describeUnless([withoutPostgres], "a log that loses events while the gateway is running, on PostgreSQL", () => {
  let database: TestDatabase;
  afterEach(() => database.drop());
  describeGuard(async () => {
    database = await createDatabase();
    return { DATABASE_URL: database.url };
  });
});
