import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { escapeLiteral } from "pg";
import { expect, it } from "vitest";
import { encodeLine } from "#server/audit/log/audit-log.ts";
import { readHead } from "#server/audit/log/read-events.ts";
import { readConfig } from "#server/config/read-config.ts";
import { createGateway } from "#server/process/create-gateway.ts";
import { signInAs } from "#test/console-session.ts";
import { describeStores } from "#test/describe-stores.ts";
import { copyEmptyDatabase } from "#test/empty-database.ts";
import { readExample, startGateway, type TestGateway } from "#test/start-gateway.ts";
import { tamper } from "#test/tamper.ts";
import { treeFolder } from "./signed-tree.ts";

const body = JSON.stringify(readExample("binary"));

async function headOf({ gateway }: TestGateway) {
  const head = await readHead(gateway.database);
  if (head === undefined) throw new Error("the log is empty");
  return head;
}

describeStores("a log that loses events while the gateway is running", (settingsOf) => {
  it("stops recording and signing while events with a checkpoint are missing", async () => {
    const gateway = await startGateway(await settingsOf());
    const admin = await signInAs(gateway, "admin");
    await gateway.post(body);
    await gateway.post(body);
    const head = await headOf(gateway);
    const { tree, signer, config, database, events, metrics } = gateway.gateway;
    const folder = treeFolder(config.checkpointDir, signer.databaseId);
    cpSync(folder, join(gateway.dataDir, "earlier"), { recursive: true });
    await tree.grow();

    const last = `events where seq > ${head.seq - 2}`;
    await tamper(database, `create table kept as select * from ${last}`, `delete from ${last}`);
    await expect(tree.grow()).rejects.toThrow("contradicts its Merkle tree");
    await expect(signer.sign(await headOf(gateway), new Date())).rejects.toThrow();
    expect(await gateway.post(body)).toMatchObject({ status: 503, body: { error: { code: "AUDIT_UNAVAILABLE" } } });
    await expect(admin.call.credentials.issue({ name: "another" })).rejects.toThrow();
    expect(await events.check()).toBe("history_lost");
    expect(await metrics.text()).toContain("gateway_history_lost 1");
    expect((await headOf(gateway)).seq).toBe(head.seq - 2);

    // An older copy of the checkpoint folder does not hide the lost history.
    rmSync(folder, { recursive: true });
    cpSync(join(gateway.dataDir, "earlier"), folder, { recursive: true });
    await tree.compare();
    expect(tree.isHistoryLost()).toBe(true);

    await database.pool.query("insert into events select * from kept");
    await tree.compare();
    expect(await gateway.post(body)).toMatchObject({ status: 200 });
    await tree.grow();
    expect((await tree.readLast())?.size).toBe((await headOf(gateway)).seq);
    expect(await metrics.text()).toContain("gateway_history_lost 0");
  });

  it("does not sign a forked log that is longer than the lost one, and refuses to start with it", async () => {
    const settings = { DATA_DIR: await copyEmptyDatabase(), ...(await settingsOf()) };
    const gateway = await startGateway(settings);
    await gateway.post(body);
    const head = await headOf(gateway);
    await gateway.gateway.tree.grow();
    const renamed = { kind: "member.renamed", member_id: "nobody", name: "Nobody" } as const;
    const line = encodeLine(new Date().toISOString(), { type: "system", id: "test" }, renamed);
    const append = `select append_events(${escapeLiteral(line)});`;
    // In one statement, because the gateway compares the log with its tree in the background.
    await tamper(gateway.gateway.database, `delete from events where seq > ${head.seq - 2}; ${append.repeat(3)}`);
    const grown = await headOf(gateway);
    expect(grown.seq).toBeGreaterThan(head.seq);

    await expect(gateway.gateway.signer.sign(grown, new Date())).rejects.toThrow();
    await gateway.stop();
    expect(await gateway.gateway.tree.readLast()).toMatchObject({ size: head.seq });
    await expect(createGateway(readConfig(settings))).rejects.toThrow(`event ${head.seq} has changed`);
  });
});
