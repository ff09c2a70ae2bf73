import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parsePolicy } from "#lib/tlog/policy.ts";
import { verifyProof } from "#lib/tlog/verify-proof.ts";
import { readFirstRun } from "#server/process/seed-first-run.ts";
import { signIn } from "#test/console-client.ts";
import { createDatabase, withoutPostgres } from "#test/create-database.ts";
import { describeUnless } from "#test/describe-unless.ts";
import { unpackRelease } from "#test/releases/pack.ts";
import { makeFolder, runScript, startMain } from "#test/run-process.ts";

const FOLDER = join("test", "releases");
const RELEASES = readdirSync(FOLDER, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? entry.name : [],
);

async function checkRelease(release: string, kind: string, environment: Readonly<Record<string, string>>) {
  const backup = makeFolder();
  unpackRelease(join(FOLDER, release, `${kind}.tar.zst`), backup);
  const { kept, archived, erased, proof, policy } = JSON.parse(readFileSync(join(backup, "expected.json"), "utf8"));
  const DATA_DIR = join(makeFolder(), "data");
  mkdirSync(DATA_DIR);
  expect(await runScript("restore", { ...environment, DATA_DIR }, backup)).toMatchObject({ code: 0 });
  const server = await startMain(DATA_DIR, environment);
  const first = readFirstRun(DATA_DIR);
  const headers = { authorization: `Bearer ${first?.api_key}` };
  const ask = async (request: unknown) => {
    const answer = await fetch(`${server.url}/v1/predict`, { method: "POST", headers, body: JSON.stringify(request) });
    return { status: answer.status, body: await answer.json() };
  };
  for (const request of [kept, archived]) expect(await ask(request)).toMatchObject({ status: 200 });
  expect(await ask(erased)).toMatchObject({ status: 422, body: { error: { reason: "erased" } } });
  if (first === undefined) throw new Error("The backup contains no accounts.");
  const researcher = await signIn(server.url, first.accounts.researcher);
  expect(await researcher.query("audit.verify")).toMatchObject({ ok: true });
  expect(await researcher.query("drafts.list")).toMatchObject([{ title: "Draft" }]);
  expect((await verifyProof(proof, await parsePolicy(policy))).ok).toBe(true);
  expect((await server.end()).code, server.output()).toBe(0);
  const verified = await runScript("verify", { ...environment, DATA_DIR }, join(backup, "archives"));
  expect(verified).toMatchObject({ code: 0, output: expect.stringMatching(/^\d+ events, .*The audit log verifies/s) });
}

describe.each(RELEASES)("a backup of version %s", (release) => {
  it("of the embedded database is restored, answers and verifies", () => checkRelease(release, "embedded", {}));

  describeUnless([withoutPostgres], "of PostgreSQL", () => {
    it("is restored, answers and verifies", async () => {
      await checkRelease(release, "postgres", { DATABASE_URL: (await createDatabase()).url });
    });
  });
});

it("each version in the change log has its backups", () => {
  const versions = [...readFileSync("CHANGELOG.md", "utf8").matchAll(/^## (\d+\.\d+\.\d+)\b/gm)].map(([, one]) => one);
  expect(RELEASES.toSorted()).toEqual(versions.toSorted());
});
