import { createPublicKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { cpSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { parsePolicy } from "#lib/tlog/policy.ts";
import { verifyProof } from "#lib/tlog/verify-proof.ts";
import { acceptLoss } from "#server/audit/tree/accept-loss.ts";
import { checkpointFile, originOf } from "#server/audit/tree/signed-tree.ts";
import { verifyAuditLog } from "#server/audit/verification/verify-audit-log.ts";
import { readConfig } from "#server/config/read-config.ts";
import { COMPARISONS } from "#server/console/verification/comparisons.ts";
import { readDatabaseId } from "#server/db/database-id.ts";
import { answerReceipt } from "#server/gateway/http/answer-look-ups.ts";
import { createDatabase, withoutPostgres } from "#test/create-database.ts";
import { describeUnless } from "#test/describe-unless.ts";
import { copyEmptyDatabase } from "#test/empty-database.ts";
import { logKeysOf, newKey } from "#test/event-signatures.ts";
import { generateLog } from "#test/generated-log.ts";
import { openFolder } from "#test/open-folder.ts";
import { makeFolder } from "#test/run-process.ts";
import { copySeededFolder } from "#test/seeded-folder.ts";
import { readExample, startGateway, type TestGateway } from "#test/start-gateway.ts";
import { readLogKeys } from "./log-keys.ts";
import { keyStatement, openLogKeys } from "./open-log-keys.ts";

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

describe("the keys of an audit log", () => {
  let created: string;
  let formerId: string;
  let environment: { readonly DATA_DIR: string; readonly LOG_KEY_FILE: string };
  let running: TestGateway | undefined;

  // The first run with the first key; each test starts with a copy of its database.
  beforeAll(async () => {
    created = await copyEmptyDatabase();
    const keyFile = join(makeFolder(), "log-key.pem");
    writeFileSync(keyFile, privatePem(first));
    const gateway = await startGateway({ DATA_DIR: created, LOG_KEY_FILE: keyFile });
    formerId = gateway.gateway.signer.databaseId;
    await gateway.stop();
  });

  beforeEach(() => {
    environment = { DATA_DIR: makeFolder(), LOG_KEY_FILE: join(makeFolder(), "log-key.pem") };
    cpSync(created, environment.DATA_DIR, { recursive: true });
    running = undefined;
  });

  /** Starts the gateway with these keys in LOG_KEY_FILE; stops a running one first. */
  async function restart(...pems: readonly string[]): Promise<TestGateway> {
    await running?.stop();
    writeFileSync(environment.LOG_KEY_FILE, pems.join(""));
    running = await startGateway(environment);
    await running.gateway.tree.grow();
    return running;
  }

  it("are recorded: the first key, and a later key with the signature of an earlier one", async () => {
    let gateway = await restart(privatePem(first));
    const databaseId = gateway.gateway.signer.databaseId;
    expect(await readDatabaseId(gateway.gateway.database)).toBe(databaseId);
    const added = { kind: "log.key_added", database_id: databaseId };
    const one = { ...added, key_id: idOf(first), signed_by: null, signature: null };
    expect(await additions(gateway)).toMatchObject([one]);
    const [before, policy] = [await prove(gateway), gateway.gateway.tree.printPolicy()];

    gateway = await restart(privatePem(second), privatePem(first), publicPem(third), publicPem(first));
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

  it("are refused without a private key of the log, with one sentence that names the key and the remedy", async () => {
    const { gateway } = await restart(privatePem(first));
    /** Does what a start does with this file. */
    const open = (file: string, ...pems: readonly string[]) => {
      if (pems.length > 0) writeFileSync(file, pems.join(""));
      const config = { ...gateway.config, logKeyFile: file };
      return openLogKeys(gateway.database, formerId, config, gateway.now).then(
        () => "the keys are accepted",
        (error: Error) => error.message,
      );
    };
    const other = join(makeFolder(), "log-key.pem");
    const messages = [
      await open(join(makeFolder(), "missing")),
      await open(other, privatePem(second)),
      await open(other, publicPem(first)),
      await open(other, publicPem(first), privatePem(second)),
      await open(other, privatePem(second), publicPem(first)),
      await restart(privatePem(second), publicPem(first)).catch((error: Error) => error.message),
    ];
    for (const message of messages) {
      expect(message).toMatch(/^LOG_KEY_FILE \([^)]+\) must contain the private key [0-9a-f]{16} of .*[^.]\.$/);
      expect(message).toContain(idOf(first));
      expect(message).toContain("copy it from another gateway");
    }
    expect(await additions(await restart(privatePem(first)))).toHaveLength(1);
  });

  it("are refused if one is not an Ed25519 key", async () => {
    const file = environment.LOG_KEY_FILE;
    for (const pem of ["", "nonsense", privatePem(rsa), privatePem(first) + privatePem(rsa)]) {
      writeFileSync(file, pem);
      expect(() => readLogKeys(file)).toThrow(/^LOG_KEY_FILE .* must contain only Ed25519 keys/);
    }
    await expect(startGateway(environment)).rejects.toThrow(/^LOG_KEY_FILE .* must contain only Ed25519 keys/);
  });

  it("are created only in DATA_DIR, where only the owner reads them, and only for a log that has none", async () => {
    const elsewhere = { DATA_DIR: await copyEmptyDatabase(), LOG_KEY_FILE: join(makeFolder(), "log-key.pem") };
    await expect(startGateway(elsewhere)).rejects.toThrow(/^LOG_KEY_FILE .* openssl genpkey/);
    const DATA_DIR = await copySeededFolder();
    const file = join(DATA_DIR, "log-key.pem");
    expect(readFileSync(file, "utf8")).toContain("PRIVATE KEY");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    rmSync(file);
    await expect(startGateway({ DATA_DIR })).rejects.toThrow(/^LOG_KEY_FILE .* must contain the private key/);
    expect(existsSync(file)).toBe(false);
  });

  it("may be lost: if the loss is accepted, a new log continues with a new key", async () => {
    writeFileSync(environment.LOG_KEY_FILE, privatePem(second));
    const database = await openFolder(environment.DATA_DIR);
    const accepting = acceptLoss(database, readConfig(environment), () => new Date());
    const accepted = await accepting.finally(() => database.close());
    expect(accepted).toMatchObject({ expected: { database_id: formerId } });
    const next = await restart(privatePem(second));
    expect(next.gateway.signer.databaseId).not.toBe(formerId);
    expect(await additions(next)).toMatchObject([
      { database_id: formerId, key_id: idOf(first) },
      { database_id: next.gateway.signer.databaseId, key_id: idOf(second), signed_by: null },
    ]);
    expect(await verify(next)).toMatchObject({ ok: true, errors: [] });
  });

  it("are verified: rows without an event, and keys that no earlier key has signed, are reported", async () => {
    const gateway = await restart(privatePem(first));
    const { database, events, signer } = gateway.gateway;
    const { databaseId } = signer;
    await database.pool.query("insert into log_keys values ($1, 'planted', 'AA==')", [databaseId]);
    expect((await verify(gateway)).errors.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^log_keys .* by planted: no event in the audit log created this row$/),
    ]);
    await database.pool.query("delete from log_keys where key_id = 'planted'");
    const public_key = createPublicKey(second).export({ format: "jwk" }).x ?? "";
    const actor = { type: "system", id: "test" } as const;
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

  it("alone are trusted: a public key in the checkpoint folder changes nothing", async () => {
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
});

describeUnless([withoutPostgres], "the keys of an audit log, on PostgreSQL", () => {
  it("are those of the gateway that started first; proofs of another with its keys verify under the policy of either", async () => {
    const database = await createDatabase();
    const folders = [makeFolder(), makeFolder()];
    const start = (DATA_DIR: string) => startGateway({ DATABASE_URL: database.url, DATA_DIR });
    const started = await Promise.allSettled(folders.map(start));
    expect(started.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const winner = started.findIndex(({ status }) => status === "fulfilled");
    const [gateway, loser] = [started[winner], started[1 - winner]];
    if (gateway?.status !== "fulfilled" || loser?.status !== "rejected") throw new Error("both have started");
    expect(loser.reason.message).toMatch(/^LOG_KEY_FILE .* must contain the private key [0-9a-f]{16} /);
    cpSync(join(folders[winner] ?? "", "log-key.pem"), join(folders[1 - winner] ?? "", "log-key.pem"));
    const gateways = [gateway.value, await start(folders[1 - winner] ?? "")];
    for (const one of gateways) {
      const proof = await prove(one, gateway.value.key);
      for (const { gateway: other } of gateways) expect(await isValid(proof, other.tree.printPolicy())).toBe(true);
      expect(await additions(one)).toHaveLength(1);
      expect(await verify(one)).toMatchObject({ ok: true, errors: [] });
    }
  });
});
