import { generateKeyPairSync } from "node:crypto";
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { parsePolicy, printPolicy } from "#lib/tlog/policy.ts";
import { parseNote, printNote, toVerifierKey } from "#lib/tlog/signed-note.ts";
import { parseProof, printProof } from "#lib/tlog/tlog-proof.ts";
import { openWitnessSigner } from "#server/audit/tree/note-signer.ts";
import { listLogs, treeFolder } from "#server/audit/tree/signed-tree.ts";
import { openFolder } from "#test/open-folder.ts";
import { makeFolder, runScript } from "#test/run-process.ts";
import { readExample } from "#test/start-gateway.ts";
import { startSeeded } from "#test/start-seeded.ts";
import { tamper } from "#test/tamper.ts";

const { server, dataDir: stopped, authorization } = await startSeeded();
const body = JSON.stringify(readExample("binary"));
const answer = await fetch(`${server.url}/v1/predict`, { method: "POST", headers: { authorization }, body });
expect(answer.status).toBe(200);
const requestId = answer.headers.get("x-request-id") ?? "";
const proof = await fetch(`${server.url}/receipts/${requestId}`, { headers: { authorization } });
const policy = await fetch(`${server.url}/.well-known/tlog-policy`);
const checkpoint = await fetch(`${server.url}/.well-known/tlog-checkpoint`);
/** A proof of an answered request, its id, and the gateway's policy. */
const last = { requestId, proof: await proof.text(), policy: await policy.text() };
expect(last.proof.endsWith(await checkpoint.text())).toBe(true);
await server.end();

/**
 * Runs `npm run verify` on a copy of the stopped gateway's folder, after running SQL statements that tamper with it.
 */
async function verifyAfter(...tampering: readonly string[]) {
  const dataDir = makeFolder();
  cpSync(stopped, dataDir, { recursive: true });
  if (tampering.length > 0) {
    const database = await openFolder(dataDir);
    await tamper(database, ...tampering);
    await database.close();
  }
  return { ...(await runScript("verify", { DATA_DIR: dataDir })), dataDir };
}

const VERIFIES = { code: 0, output: expect.stringContaining("The audit log verifies.") };

it("a stopped gateway's audit log verifies against its final checkpoint, and the folder is unlocked", async () => {
  const { code, output, dataDir } = await verifyAfter();
  expect(output).toMatch(/^\d+ events, [1-9]\d* checkpoints?, head [0-9a-f]{64}\nThe audit log verifies\.\n$/);
  expect(code).toBe(0);
  expect(existsSync(join(dataDir, "database.lock"))).toBe(false);
});

// Tests the output and exit code of the command. Tests in server/audit/verification cover other kinds of tampering.
it.each([
  [
    "a bit of an event was flipped",
    "update events set body = set_byte(body, 40, get_byte(body, 40) # 1) where seq = 7",
    "  event 7: the hash does not match",
  ],
  [
    "a binding was inserted without an event",
    `insert into bindings (id, release, task_id, submission_id)
     select gen_random_uuid(), release, 'planted', submission_id from bindings limit 1`,
    "no event in the audit log created this row",
  ],
])("verification fails if %s", async (_, tampering, problem) => {
  const { code, output } = await verifyAfter(tampering);
  expect(output).toContain("The audit log does NOT verify.");
  expect(output).toContain(problem);
  expect(code).toBe(1);
});

it("a log without checkpoints is reported as unconfirmed", async () => {
  const { dataDir } = await verifyAfter();
  for (const log of listLogs(join(dataDir, "checkpoints")))
    rmSync(treeFolder(join(dataDir, "checkpoints"), log), { recursive: true });
  const { code, output } = await runScript("verify", { DATA_DIR: dataDir });
  expect(output).toContain("No checkpoint confirms this log");
  expect(output).not.toContain("The audit log verifies.");
  expect(code).toBe(1);
});

it("an export verifies only with a policy that lists the log's key", async () => {
  const { dataDir } = await verifyAfter();
  const exported = await runScript("export", { DATA_DIR: dataDir });
  expect(exported.code, exported.output).toBe(0);
  const file = join(makeFolder(), "audit-log.jsonl");
  writeFileSync(file, exported.output);
  const verify = (...args: readonly string[]) => runScript("verify", {}, file, ...args);
  // The key file lies next to the log, as does its public half: neither is a policy.
  cpSync(join(dataDir, "checkpoints"), dirname(file), { recursive: true });
  cpSync(join(dataDir, "log-key.pem"), join(dirname(file), "log-key.pem"));
  expect(await verify()).toMatchObject({ code: 2, output: expect.stringContaining("/.well-known/tlog-policy") });
  const [mine, other] = [join(makeFolder(), "mine.txt"), join(makeFolder(), "other.txt")];
  writeFileSync(mine, last.policy);
  const [{ name = "", publicKey = new Uint8Array() } = {}] = (await parsePolicy(last.policy)).logs;
  const stranger = await toVerifierKey({ name, type: 1, publicKey: publicKey.toReversed() });
  writeFileSync(other, printPolicy([stranger], []));
  const isUnknown = { code: 1, output: expect.stringContaining("unknown key") };
  expect(await verify("--policy", mine)).toEqual(VERIFIES);
  expect(await verify("--policy", other)).toMatchObject(isUnknown);
  writeFileSync(join(dirname(file), "tlog-policy.txt"), last.policy);
  expect(await verify()).toEqual(VERIFIES);
  expect(await verify("--policy", other)).toMatchObject(isUnknown);
  expect(await runScript("verify", { DATA_DIR: dataDir }, "--policy", other)).toMatchObject({ code: 1 });
});

it("an incremental verification checks only events after the last verified event, and misses earlier changes", async () => {
  const { dataDir } = await verifyAfter();
  const verify = (...args: readonly string[]) => runScript("verify", { DATA_DIR: dataDir }, ...args);
  const database = await openFolder(dataDir);
  await database.pool.query("alter table events disable trigger events_append_only");
  // Alters an event of a kind that is not compared with a table.
  const { rows } = await database.pool.query(
    `update events set body = set_byte(body, 40, get_byte(body, 40) # 1)
     where seq = (select min(seq) from events where kind = 'prediction.answered') returning seq`,
  );
  await database.close();
  // verifyAfter() has verified the whole log.
  const incremental = await verify("--incremental");
  expect(incremental).toMatchObject({ code: 0, output: expect.stringMatching(/Events 1 to \d+ were not checked/) });
  expect(await verify()).toMatchObject({ code: 1, output: expect.stringContaining(`event ${rows[0].seq}: `) });
});

it("the whole audit log is verified if the stored position of the last verification is unreadable", async () => {
  const { dataDir } = await verifyAfter();
  writeFileSync(join(dataDir, "checkpoints", "verified.json"), "");
  const verify = () => runScript("verify", { DATA_DIR: dataDir }, "--incremental");
  const damaged = expect.stringContaining("verified.json is ignored");
  expect(await verify()).toMatchObject({ code: 0, output: damaged });
  expect(await verify()).toMatchObject({ code: 0, output: expect.not.stringContaining("is ignored") });
});

it("a proof verifies only with the policy in its folder, also if it was made from a file of archived events", async () => {
  const { dataDir } = await verifyAfter();
  const folder = makeFolder();
  const log = join(folder, "audit-log.jsonl");
  writeFileSync(log, (await runScript("export", { DATA_DIR: dataDir })).output);
  const made = await runScript("proof", { DATA_DIR: dataDir }, log, last.requestId);
  expect(made.code, made.output).toBe(0);
  const files = Object.entries({ downloaded: last.proof, "archived.tlog-proof": made.output }).map(([name, text]) => {
    const file = join(folder, name);
    writeFileSync(file, text);
    return file;
  });
  const verify = () => runScript("verify", {}, ...files);
  expect(await verify()).toMatchObject({ code: 2, output: expect.stringContaining("/.well-known/tlog-policy") });
  writeFileSync(join(folder, "tlog-policy.txt"), last.policy);
  expect(await verify()).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^.* not witnessed\.\n.* not witnessed\.\n$/),
  });
  writeFileSync(files[0] ?? "", last.proof.replace(/\nindex \d+/, "\nindex 0"));
  expect(await verify()).toMatchObject({ code: 1, output: expect.stringContaining("does NOT verify: not in the log") });
  expect(await runScript("proof", { DATA_DIR: dataDir }, log, "nothing")).toMatchObject({ code: 1 });
});

it("a damaged file is one line in the report and does not end the verification of the other files", async () => {
  const folder = makeFolder();
  const { logs } = await parsePolicy(last.policy);
  const parsed = parseProof(last.proof);
  const note = parseNote(parsed?.checkpoint ?? "");
  if (parsed === undefined || note === undefined) throw new Error("this is not a proof");
  const { privateKey } = generateKeyPairSync("ed25519");
  const witness = await openWitnessSigner("witness.example/w", privateKey, () => 2 ** 52 * 1000);
  const checkpoint = printNote({ ...note, signatures: [...note.signatures, witness.sign(note.text)] });
  const policy = printPolicy(logs, [{ key: witness.key, url: "https://witness.example" }]);
  writeFileSync(join(folder, "tlog-policy.txt"), policy.replace("quorum majority", "quorum none"));
  const damaged = {
    "a-late": printProof({ ...parsed, checkpoint }),
    "b-binary": Buffer.from([0xff, 0, 0xff]),
    "c-empty": "",
    "d-folder": undefined,
    "e-deep": "[".repeat(100_000),
  };
  const files = Object.entries(damaged).map(([name, content]) => {
    const file = join(folder, `${name}.tlog-proof`);
    if (content === undefined) mkdirSync(file);
    else writeFileSync(file, content);
    return file;
  });
  const goods = ["good", "z-good"].map((name) => join(folder, `${name}.tlog-proof`));
  for (const file of goods) writeFileSync(file, last.proof);
  const bad = [...files, join(folder, "missing.tlog-proof")];
  const { code, output } = await runScript("verify", {}, ...bad.slice(0, 3), ...goods, ...bad.slice(3));
  expect(code, output).toBe(1);
  const lines = output.trimEnd().split("\n");
  const about = (file: string) => lines.filter((line) => line.includes(file));
  for (const file of bad) expect(about(file), file).toHaveLength(1);
  for (const file of goods) expect(about(file)).toEqual([expect.stringContaining(" verifies: ")]);
});

it("the database itself refuses accidental changes to the audit log", async () => {
  const database = await openFolder(stopped);
  for (const statement of ["delete from events", "update events set code = 'x'", "truncate events"]) {
    await expect(database.pool.query(statement)).rejects.toThrow("append-only");
  }
});
