import { createPrivateKey, generateKeyPairSync } from "node:crypto";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { parsePolicy } from "#lib/tlog/policy.ts";
import { printVerifierKey } from "#lib/tlog/signed-note.ts";
import { verifyCheckpoint, verifyProof } from "#lib/tlog/verify-proof.ts";
import { archiveMonths } from "#server/audit/archive/archive-months.ts";
import { readExports, readLinks } from "#server/audit/export/read-links.ts";
import { createWitness } from "#server/audit/witness/serve-witness.ts";
import { openWitnessStore } from "#server/audit/witness/witness-store.ts";
import { readConfig } from "#server/config/read-config.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { servePredict } from "#server/gateway/http/transports.ts";
import { askReceipt } from "#test/ask-receipt.ts";
import { createDatabase, withoutPostgres } from "#test/create-database.ts";
import { effort } from "#test/effort.ts";
import { generateLog, signNote } from "#test/generated-log.ts";
import { listen, listenOn } from "#test/listen.ts";
import { makeFolder } from "#test/run-process.ts";
import { readExample, send, startGateway, type TestGateway } from "#test/start-gateway.ts";
import { tamper } from "#test/tamper.ts";
import { openLogSigner, openWitnessSigner } from "./note-signer.ts";
import { openLogTree } from "./open-log-tree.ts";
import { checkpointFile, originOf } from "./signed-tree.ts";

const body = JSON.stringify(readExample("binary"));

async function predict(gateway: TestGateway): Promise<string> {
  const { headers } = await gateway.post(body);
  return headers.get("x-request-id") ?? "";
}

async function verify({ gateway }: TestGateway, proof: string) {
  return verifyProof(proof, await parsePolicy(await gateway.tree.printPolicy()));
}

const sizeOf = async ({ gateway }: TestGateway) => (await gateway.tree.readLast())?.size ?? 0;

/** Serves a witness of this log. Returns its entry for WITNESSES and the function that starts it. */
async function openWitness(folder: string) {
  const { privateKey } = generateKeyPairSync("ed25519");
  const signer = await openWitnessSigner("witness.example/w", privateKey, Date.now);
  const logs: Awaited<ReturnType<typeof parsePolicy>>["logs"][number][] = [];
  const server = createWitness({ logs, signer, store: openWitnessStore(folder) });
  const port = await listenOn(server);
  return {
    url: `http://127.0.0.1:${port}`,
    entry: `${printVerifierKey(signer.key)} http://127.0.0.1:${port}`,
    /** Watches the log of a gateway. */
    async watch({ gateway }: TestGateway) {
      logs.push(...(await parsePolicy(await gateway.tree.printPolicy())).logs);
    },
    close: () => server.close(),
  };
}

/** Databases to test. A full test run covers both; other runs only the first. */
const KINDS = ["embedded", ...(withoutPostgres === undefined ? ["PostgreSQL"] : [])];

describe.each(KINDS.slice(0, effort({ sample: 1, full: 2 })))("the Merkle tree of the audit log, %s", (kind) => {
  let shared: TestGateway;

  beforeAll(async () => {
    shared = await start();
  });

  const settings = async () => (kind === "embedded" ? {} : { DATABASE_URL: (await createDatabase()).url });

  async function start(more: Record<string, string> = {}): Promise<TestGateway> {
    const gateway = await startGateway({ ...(await settings()), ...more });
    await gateway.gateway.tree.grow();
    return gateway;
  }

  /** Opens another tree of the shared gateway's log, with a witness. */
  async function openTree(WITNESSES = ""): Promise<TestGateway> {
    const { config, database } = shared.gateway;
    const { witnesses } = readConfig({ WITNESSES });
    const checkpointDir = makeFolder();
    const { tree, signer } = await openLogTree({ ...config, checkpointDir, witnesses }, database, {
      onChange: () => {},
      onProblem: () => {},
    });
    await tree.grow();
    return { ...shared, gateway: { ...shared.gateway, config: { ...config, checkpointDir }, tree, signer } };
  }

  it("proves a request right after its answer, and signs few checkpoints for many callers", async () => {
    const gateway = shared;
    const before = await sizeOf(gateway);
    const requestIds = await Promise.all(Array.from({ length: 20 }, () => predict(gateway)));
    const sizes = new Set<number>();
    for (const proof of await Promise.all(requestIds.map((requestId) => askReceipt(gateway, requestId)))) {
      expect(proof).toMatchObject({ status: 200, type: "text/plain; charset=utf-8" });
      const verified = await verify(gateway, proof.text);
      if (!verified.ok) throw new Error(verified.error);
      expect(verified.value.index).toBeGreaterThanOrEqual(before);
      expect(JSON.parse(Buffer.from(verified.value.leaf.subarray(32)).toString())).toMatchObject({
        kind: "prediction.answered",
      });
      sizes.add(verified.value.checkpoint.size);
    }
    expect(sizes.size).toBeLessThanOrEqual(2);
    expect(await askReceipt(gateway, "0198c9a0-0000-7000-8000-000000000000")).toMatchObject({ status: 404 });
  });

  it("is not used on the path of a prediction, nor are the checkpoints", async () => {
    const untouchable = (name: string) =>
      new Proxy({}, { get: (_, member) => expect.unreachable(`${name}.${String(member)} was used`) });
    const context = {
      ...shared.gateway,
      tree: untouchable("tree") as ConsoleContext["tree"],
      signer: untouchable("signer") as ConsoleContext["signer"],
      checkpoints: untouchable("checkpoints") as ConsoleContext["checkpoints"],
    };
    const { origin } = await listen((request, response) => void servePredict(context, request, response));
    const headers = { authorization: `Bearer ${shared.key}` };
    expect(await send(`${origin}/v1/predict`, body, headers)).toMatchObject({ status: 200 });
  });

  it("proves an event before and after its month was archived", async () => {
    let offset = 0;
    const now = () => new Date(Date.now() + offset);
    const gateway = await startGateway(await settings(), undefined, { now });
    // A refused request, because a forecast stays in the database until its question has an outcome.
    const requestId = (await gateway.post("{}")).headers.get("x-request-id") ?? "";
    const { text } = await askReceipt(gateway, requestId);
    offset = 70 * 86_400_000;
    const before = new Date(now());
    before.setUTCDate(1);
    before.setUTCHours(0, 0, 0, 0);
    before.setUTCMonth(before.getUTCMonth() - 1);
    await predict(gateway);
    const archives = makeFolder();
    const archived = await archiveMonths(gateway.gateway, archives, before);
    expect((await verify(gateway, text)).ok).toBe(true);
    expect(await askReceipt(gateway, requestId)).toMatchObject({ status: 404 });
    let proven = 0;
    for await (const link of readExports(archived.map(({ file }) => join(archives, file)))) {
      if (JSON.parse(link.body.toString()).request_id !== requestId) continue;
      expect((await verify(gateway, await gateway.gateway.tree.prove(link))).ok).toBe(true);
      proven++;
    }
    expect(proven).toBe(1);
  });

  it("stops recording before it signs a tree that lost events, or whose last signed event has changed", async () => {
    const gateway = await start();
    await predict(gateway);
    await gateway.gateway.tree.grow();
    const size = await sizeOf(gateway);
    const { database } = gateway.gateway;
    const after = `events where seq > ${size - 2}`;
    await tamper(database, `create table kept as select * from ${after}`, `delete from ${after}`);
    await expect(gateway.gateway.tree.grow()).rejects.toThrow("contradicts its Merkle tree");
    expect(await gateway.post(body)).toMatchObject({ status: 503, body: { error: { code: "AUDIT_UNAVAILABLE" } } });
    expect(await gateway.gateway.events.check()).toBe("history_lost");
    expect(await gateway.gateway.metrics.text()).toContain("gateway_history_lost 1");
    expect(await sizeOf(gateway)).toBe(size);

    await tamper(database, "insert into events select * from kept");
    await gateway.gateway.tree.grow();
    expect(await gateway.post(body)).toMatchObject({ status: 200 });

    await gateway.gateway.tree.grow();
    const signed = await sizeOf(gateway);
    await tamper(database, `update events set hash = decode(repeat('00', 32), 'hex') where seq = ${signed}`);
    await predict(gateway);
    await expect(gateway.gateway.tree.grow()).rejects.toThrow(`event ${signed} has changed`);
    expect(gateway.gateway.tree.isHistoryLost()).toBe(true);
    expect(await sizeOf(gateway)).toBe(signed);
  });

  it("has its checkpoints cosigned, and detects with a witness that its folder was rolled back too", async () => {
    const witness = await openWitness(makeFolder());
    const gateway = await start({ WITNESSES: witness.entry });
    await witness.watch(gateway);
    const { tree, config, database } = gateway.gateway;
    const requestId = await predict(gateway);
    await tree.grow();
    const policy = await parsePolicy(await tree.printPolicy());
    expect(await verifyCheckpoint((await tree.readLast())?.note ?? "", policy)).toMatchObject({
      ok: true,
      value: { cosignatures: [{ witness: "w1" }] },
    });
    expect((await verify(gateway, (await askReceipt(gateway, requestId)).text)).ok).toBe(true);
    const size = await sizeOf(gateway);

    const saved = makeFolder();
    cpSync(config.checkpointDir, saved, { recursive: true });
    for (let count = 0; count < 3; count++) await predict(gateway);
    await tree.grow();
    expect(await sizeOf(gateway)).toBeGreaterThan(size);
    rmSync(config.checkpointDir, { recursive: true });
    cpSync(saved, config.checkpointDir, { recursive: true });
    await tamper(database, `delete from events where seq > ${size}`);
    await tree.compareWithWitnesses();
    expect(tree.isHistoryLost()).toBe(true);
    expect(await gateway.post(body)).toMatchObject({ status: 503 });
  });

  it("signs and proves while a witness does not know the log, and adds the cosignature later", async () => {
    const witness = await openWitness(makeFolder());
    const gateway = await openTree(witness.entry);
    const requestId = await predict(gateway);
    expect(await verify(gateway, (await askReceipt(gateway, requestId)).text)).toEqual({
      ok: false,
      error: "missing cosignatures",
    });
    const size = await sizeOf(gateway);
    await witness.watch(gateway);
    await gateway.gateway.tree.grow();
    expect(await sizeOf(gateway)).toBe(size);
    expect((await verify(gateway, (await askReceipt(gateway, requestId)).text)).ok).toBe(true);
  });

  it("proves with the cosignatures of before a restart while the witness does not answer", async () => {
    const witness = await openWitness(makeFolder());
    const gateway = await openTree(witness.entry);
    await witness.watch(gateway);
    const { database, tree } = gateway.gateway;
    const config = { ...gateway.gateway.config, witnesses: readConfig({ WITNESSES: witness.entry }).witnesses };
    await tree.grow();
    const policy = await parsePolicy(await tree.printPolicy());
    const restarted = await openLogTree(config, database, { onChange: () => {}, onProblem: () => {} });
    await restarted.tree.grow();
    witness.close();
    await predict(gateway);
    await restarted.tree.sign();
    for await (const link of readLinks(database, { above: 0, upTo: 1 }))
      expect(await verifyProof(await restarted.tree.prove(link), policy)).toMatchObject({ ok: true });
  });

  it("is lost if a witness has cosigned another history of this log", async () => {
    const ofWitness = makeFolder();
    const witness = await openWitness(ofWitness);
    const gateway = await openTree(witness.entry);
    const { tree, signer: eventSigner } = gateway.gateway;
    const forked = await generateLog("unused", ["a", "b", "c"].map(Buffer.from), []);
    const key = createPrivateKey(readFileSync(join(gateway.dataDir, "log-key.pem")));
    const signer = await openLogSigner(originOf(eventSigner.databaseId), key);
    const checkpoint = signNote({ origin: signer.key.name, size: forked.size, root: forked.root }, [signer]);
    openWitnessStore(ofWitness).write(signer.key.name, checkpoint);
    await witness.watch(gateway);
    await predict(gateway);
    await tree.grow().catch(() => {});
    expect(tree.isHistoryLost()).toBe(true);
  });

  it("refuses a checkpoint that another key has signed", async () => {
    const { signer, config, tree } = (await openTree()).gateway;
    const { note } = await generateLog(originOf(signer.databaseId), [Buffer.from("event")], []);
    writeFileSync(checkpointFile(config.checkpointDir, signer.databaseId), note);
    await expect(tree.grow()).rejects.toThrow("is not a checkpoint of this log: unknown log");
  });
});
