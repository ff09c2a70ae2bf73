import { createPublicKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parsePolicy } from "#lib/tlog/policy.ts";
import { verifyProof } from "#lib/tlog/verify-proof.ts";
import { acceptLoss } from "#server/audit/tree/accept-loss.ts";
import { checkpointFile, originOf } from "#server/audit/tree/signed-tree.ts";
import { verifyAuditLog } from "#server/audit/verification/verify-audit-log.ts";
import { readConfig } from "#server/config/read-config.ts";
import { COMPARISONS } from "#server/console/verification/comparisons.ts";
import { readDatabaseId } from "#server/db/database-id.ts";
import { answerReceipt } from "#server/gateway/http/answer-receipt.ts";
import { createDatabase, type TestDatabase, withoutPostgres } from "#test/create-database.ts";
import { describeUnless } from "#test/describe-unless.ts";
import { copyEmptyDatabase } from "#test/empty-database.ts";
import { logKeysOf, newKey } from "#test/event-signatures.ts";
import { generateLog } from "#test/generated-log.ts";
import { openFolder } from "#test/open-folder.ts";
import { makeFolder } from "#test/run-process.ts";
import { readExample, startGateway, type TestGateway } from "#test/start-gateway.ts";
import { keyStatement } from "./open-log-keys.ts";

const body = JSON.stringify(readExample("binary"));
const privatePem = (key: KeyObject) => key.export({ type: "pkcs8", format: "pem" }).toString();
const publicPem = (key: KeyObject) => createPublicKey(key).export({ type: "spki", format: "pem" }).toString();
const idOf = (key: KeyObject) => logKeysOf(key)[0]?.id ?? "";

const [first, second, third] = [newKey(), newKey(), newKey()];
const rsa = generateKeyPairSync("rsa", { modulusLength: 2_048 }).privateKey;

/** Predicts and returns the proof of the answer. */
async function prove(gateway: TestGateway, key = gateway.key): Promise<string> {
  const { status, headers } = await gateway.post(body, { authorization: `Bearer ${key}` });
  expect(status).toBe(200);
  const requestId = headers.get("x-request-id") ?? "";
  const request = new Request(`http://localhost/receipts/${requestId}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  return (await answerReceipt(gateway.gateway, request, { requestId })).text();
}

const isValid = async (proof: string, policy: string) => (await verifyProof(proof, await parsePolicy(policy))).ok;

const verify = ({ gateway }: TestGateway) => verifyAuditLog(gateway.database, gateway.checkpoints, COMPARISONS);

async function additions({ gateway }: TestGateway) {
  const { rows } = await gateway.database.pool.query<{ body: Buffer }>(
    "select body from events where kind = 'log.key_added' order by seq",
  );
  return rows.map((row) => JSON.parse(row.body.toString()));
}

/** `settings` are the environment variables of the database. */
function describeKeys(settings: () => Promise<Record<string, string>>): void {
  let environment: Record<string, string>;
  let keyFile: string;
  let running: TestGateway | undefined;

  beforeEach(async () => {
    environment = { DATA_DIR: makeFolder(), ...(await settings()) };
    if (environment.DATABASE_URL === undefined) await copyEmptyDatabase(environment.DATA_DIR ?? "");
    keyFile = join(makeFolder(), "log-key.pem");
    running = undefined;
  });
  afterEach(async () => {
    await running?.stop();
  });

  /** Starts the gateway with these keys in LOG_KEY_FILE; stops a running one first. */
  async function restart(...pems: readonly string[]): Promise<TestGateway> {
    await running?.stop();
    running = undefined;
    writeFileSync(keyFile, pems.join(""));
    running = await startGateway({ ...environment, LOG_KEY_FILE: keyFile });
    await running.gateway.tree.grow();
    return running;
  }

  it("records the first key, and a later key with the signature of an earlier one", async () => {
    let gateway = await restart(privatePem(first));
    const databaseId = gateway.gateway.signer.databaseId;
    const added = { kind: "log.key_added", database_id: databaseId };
    const one = { ...added, key_id: idOf(first), signed_by: null, signature: null };
    expect(await additions(gateway)).toMatchObject([one]);
    const [before, policy] = [await prove(gateway), gateway.gateway.tree.printPolicy()];

    gateway = await restart(privatePem(first), publicPem(third), publicPem(first));
    gateway = await restart(privatePem(second), privatePem(first));
    const two = { ...added, key_id: idOf(second), signed_by: idOf(first) };
    expect(await additions(gateway)).toMatchObject([one, two]);
    const after = await prove(gateway);
    const later = gateway.gateway.tree.printPolicy();
    expect([await isValid(before, policy), await isValid(before, later), await isValid(after, later)]).toEqual([
      true,
      true,
      true,
    ]);
    expect(await isValid(after, policy)).toBe(false);

    // A former key that has leaked is no longer trusted once it is removed from the file.
    gateway = await restart(privatePem(second));
    expect(await isValid(before, gateway.gateway.tree.printPolicy())).toBe(false);
    expect(await additions(gateway)).toHaveLength(2);
    expect(await verify(gateway)).toMatchObject({ ok: true, errors: [] });
  });

  it("refuses a file without a private key of the log, with one sentence that names the key and the remedy", async () => {
    const gateway = await restart(privatePem(first));
    const count = (await additions(gateway)).length;
    const missing = [
      [privatePem(second)],
      [privatePem(second), publicPem(first)],
      [publicPem(first)],
      [publicPem(first), privatePem(second)],
    ];
    for (const pems of missing) {
      const message = await restart(...pems).then(
        () => "the gateway has started",
        (error: Error) => error.message,
      );
      expect(message).toMatch(/^LOG_KEY_FILE \([^)]+\) must contain the private key [0-9a-f]{16} of .*[^.]\.$/);
      expect(message).toContain(idOf(first));
      expect(message).toContain("copy it from another gateway");
    }
    for (const pems of [[""], ["nonsense"], [privatePem(rsa)], [privatePem(first), privatePem(rsa)]])
      await expect(restart(...pems)).rejects.toThrow(/^LOG_KEY_FILE .* must contain only Ed25519 keys/);
    await expect(startGateway({ ...environment, LOG_KEY_FILE: join(makeFolder(), "missing") })).rejects.toThrow(
      idOf(first),
    );
    expect(await additions(await restart(privatePem(first)))).toHaveLength(count);
  });

  it("creates a key only in DATA_DIR, and only for a log that has none", async () => {
    await expect(startGateway({ ...environment, LOG_KEY_FILE: join(makeFolder(), "log-key.pem") })).rejects.toThrow(
      /^LOG_KEY_FILE .* openssl genpkey/,
    );
    const file = join(environment.DATA_DIR ?? "", "log-key.pem");
    running = await startGateway(environment);
    await running.stop();
    running = undefined;
    rmSync(file);
    await expect(startGateway(environment)).rejects.toThrow(/^LOG_KEY_FILE .* must contain the private key/);
    expect(existsSync(file)).toBe(false);
  });

  it("continues with a new log and a new key if the key is lost and the loss is accepted", async () => {
    const gateway = await restart(privatePem(first));
    const formerId = gateway.gateway.signer.databaseId;
    await gateway.stop();
    running = undefined;
    writeFileSync(keyFile, privatePem(second));
    const config = readConfig({ ...environment, LOG_KEY_FILE: keyFile });
    const database = await openFolder(environment.DATA_DIR ?? "", environment.DATABASE_URL);
    const accepted = await acceptLoss(database, config, () => new Date()).finally(() => database.close());
    expect(accepted).toMatchObject({ expected: { database_id: formerId } });
    const next = await restart(privatePem(second));
    expect(next.gateway.signer.databaseId).not.toBe(formerId);
    expect(await additions(next)).toMatchObject([
      { database_id: formerId, key_id: idOf(first) },
      { database_id: next.gateway.signer.databaseId, key_id: idOf(second), signed_by: null },
    ]);
    expect(await verify(next)).toMatchObject({ ok: true, errors: [] });
  });

  it("is verified: rows without an event, and keys that no earlier key has signed, are reported", async () => {
    const gateway = await restart(privatePem(first));
    const { database, events, signer } = gateway.gateway;
    const { databaseId } = signer;
    await database.pool.query("insert into log_keys values ($1, 'planted', 'AA==')", [databaseId]);
    expect((await verify(gateway)).errors.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^log_keys .* by planted: no event in the audit log created this row$/),
    ]);
    await database.pool.query("delete from log_keys where key_id = 'planted'");
    const public_key = createPublicKey(second).export({ format: "jwk" }).x ?? "";
    const actor = { type: "system", id: "test", name: "test" } as const;
    const statement = keyStatement(databaseId, public_key);
    for (const [signed_by, signature] of [
      [null, null],
      [idOf(first), null],
      [idOf(first), sign(null, statement, second).toString("base64")],
      [idOf(first), sign(null, keyStatement("another", public_key), first).toString("base64")],
      ["unknown", sign(null, statement, first).toString("base64")],
    ]) {
      const key_id = `${signed_by} ${signature}`;
      await events.append(actor, {
        kind: "log.key_added",
        database_id: databaseId,
        key_id,
        public_key,
        signed_by: signed_by ?? null,
        signature: signature ?? null,
      });
    }
    const unsigned = (await verify(gateway)).errors.filter(({ message }) =>
      message.includes("not signed by an earlier"),
    );
    expect(unsigned).toHaveLength(5);
  });

  it("alone is trusted: a public key in the checkpoint folder changes nothing", async () => {
    const gateway = await restart(privatePem(first));
    const { config, signer, tree } = gateway.gateway;
    const forged = await generateLog(originOf(signer.databaseId), [Buffer.from("event")], []);
    writeFileSync(checkpointFile(config.checkpointDir, signer.databaseId), forged.note);
    for (const name of ["public-key-x.pem", "log-key.pem", "tlog-policy.txt"])
      writeFileSync(join(config.checkpointDir, name), publicPem(forged.privateKey));
    const { ok, warnings } = await verify(gateway);
    expect(ok).toBe(false);
    expect(warnings).toContainEqual(expect.stringContaining("unknown key"));
    await expect(tree.grow()).rejects.toThrow("unknown log");
    expect(tree.printPolicy()).not.toContain(forged.signer.key.keyId);
  });
}

describe("the keys of an audit log, in the embedded database", () => {
  describeKeys(async () => ({}));

  it("are in a file that only the owner reads", async () => {
    const gateway = await startGateway();
    expect(readFileSync(join(gateway.dataDir, "log-key.pem"), "utf8")).toContain("PRIVATE KEY");
    expect(await readDatabaseId(gateway.gateway.database)).toBe(gateway.gateway.signer.databaseId);
    await gateway.stop();
  });
});

describeUnless([withoutPostgres], "the keys of an audit log, on PostgreSQL", () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createDatabase();
  });
  afterEach(() => database.drop());
  describeKeys(async () => ({ DATABASE_URL: database.url }));

  it("are the same for two gateways, so that proofs of both verify under the policy of either", async () => {
    const keyFile = join(makeFolder(), "log-key.pem");
    writeFileSync(keyFile, privatePem(first));
    const start = () => startGateway({ DATABASE_URL: database.url, DATA_DIR: makeFolder(), LOG_KEY_FILE: keyFile });
    const gateways = await Promise.all([start(), start()]);
    const { key = "" } = gateways.find(({ isFirstRun }) => isFirstRun) ?? {};
    for (const gateway of gateways) {
      const proof = await prove(gateway, key);
      for (const { gateway: other } of gateways) expect(await isValid(proof, other.tree.printPolicy())).toBe(true);
      expect(await additions(gateway)).toHaveLength(1);
      expect(await verify(gateway)).toMatchObject({ ok: true, errors: [] });
    }
    await Promise.all(gateways.map((gateway) => gateway.stop()));
  });

  it("decide which of two gateways with different keys starts first", async () => {
    const folders = [makeFolder(), makeFolder()];
    const start = (DATA_DIR: string) => startGateway({ DATABASE_URL: database.url, DATA_DIR });
    const started = await Promise.allSettled(folders.map(start));
    expect(started.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const winner = started.findIndex(({ status }) => status === "fulfilled");
    const [gateway, loser] = [started[winner], started[1 - winner]];
    if (gateway?.status !== "fulfilled" || loser?.status !== "rejected") throw new Error("both have started");
    expect(loser.reason.message).toMatch(/^LOG_KEY_FILE .* must contain the private key [0-9a-f]{16} /);
    cpSync(join(folders[winner] ?? "", "log-key.pem"), join(folders[1 - winner] ?? "", "log-key.pem"));
    const other = await start(folders[1 - winner] ?? "");
    expect(await additions(other)).toHaveLength(1);
    await Promise.all([gateway.value.stop(), other.stop()]);
  });
});
