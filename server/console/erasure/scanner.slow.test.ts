import { chmodSync, cpSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@redis/client";
import { expect, it } from "vitest";
import { archiveMonths } from "#server/audit/archive/archive-months.ts";
import { rewriteArchives } from "#server/audit/erasure/rewrite-archives.ts";
import { readExport, readExports } from "#server/audit/export/read-links.ts";
import { startOfExport } from "#server/audit/export/seal.ts";
import { openEvent } from "#server/audit/log/contents.ts";
import { verifyAuditLog } from "#server/audit/verification/verify-audit-log.ts";
import type { EXPORTS } from "#server/console/files/exports.ts";
import { watchEvents } from "#server/console/notices/watch-events.ts";
import { appRouter } from "#server/console/trpc/router.ts";
import { COMPARISONS } from "#server/console/verification/comparisons.ts";
import { freeWork } from "#server/limits/work.ts";
import { findRoute } from "#server/process/routes.ts";
import { addSession } from "#test/console-session.ts";
import { describeStores } from "#test/describe-stores.ts";
import { effort } from "#test/effort.ts";
import { findEverywhere } from "#test/find-everywhere.ts";
import { type Filled, fillMarked, isMarked, MARKER, openMarked } from "#test/marked-gateway.ts";
import { makeFolder } from "#test/run-process.ts";
import type { TestGateway } from "#test/start-gateway.ts";

const MINUTES = 60_000;

async function eraseAll(gateway: TestGateway, { admin, submissions, members, holdId }: Filled): Promise<void> {
  const other = await addSession(gateway, "admin");
  const wanted = [
    ...submissions.map((subjectId) => ({ thing: "submission" as const, subjectId })),
    ...members.map((subjectId) => ({ thing: "member" as const, subjectId })),
    { thing: "note" as const, subjectId: holdId },
  ];
  for (const one of wanted) {
    const { erasureId } = await admin.call.erasures.request({ ...one, rule: "personal_data" });
    await other.call.erasures.confirm({ erasureId });
  }
}

/** Returns the responses of all queries, exports, look-ups and tools that contain the marker. */
async function findInResponses(gateway: TestGateway, filled: Filled): Promise<string[]> {
  const { seen, evaluationId, requestId, otherId, agent } = filled;
  const { dataDir, key } = gateway;
  const found: string[] = [];
  const everything = {
    ...{ submissionId: seen.submissionId, taskId: seen.taskId, evaluationId, requestId, text: "question" },
    ...{ one: evaluationId, other: evaluationId, name: "crowd", inputs: "latest", draftId: seen.submissionId },
    ...{ requestIds: [requestId, otherId], memberId: filled.members[0] },
  };
  const inputs = (procedure: string) => {
    if (procedure === "erasures.find") return [{ text: "Larkfield" }];
    if (procedure === "erasures.previewRetention") return [{ submissions_days: 1, records_days: 1 }];
    return procedure === "channel.get" ? [{}] : [{}, everything];
  };
  const queries = Object.entries(appRouter._def.procedures).filter(([, one]) => Object(one)._def.type === "query");
  for (const [procedure] of queries) {
    const statuses = new Set<number>();
    for (const session of [filled.admin, filled.reviewer])
      for (const input of inputs(procedure)) {
        const reply = await session.fetch(procedure, input);
        statuses.add(reply.status);
        if (isMarked(JSON.stringify(reply))) found.push(procedure);
      }
    expect(statuses.has(200) || statuses.has(404), `${procedure}: ${[...statuses]}`).toBe(true);
  }
  const parameters: Readonly<Record<keyof typeof EXPORTS, readonly string[]>> = {
    "audit-log": [""],
    "audit-log-contents": [""],
    evaluation: ["json", "html", "jsonl"].map((format) => `id=${evaluationId}&format=${format}`),
    forecasts: ["format=csv", "format=jsonl"],
    observations: ["table=observations", "table=kinds", "table=sources"],
    outcomes: ["format=csv", "format=jsonl"],
    proof: Array.from({ length: 60 }, (_, index) => `seq=${index + 1}`),
    sources: ["format=csv", "format=jsonl"],
    "track-record": ["table=questions", "table=summary"],
  };
  const get = async (path: string, headers: Readonly<Record<string, string>>) => {
    const url = new URL(path, gateway.gateway.config.consoleUrl);
    const response = await findRoute(url.pathname)?.answer(gateway.gateway, new Request(url, { headers }), freeWork());
    const text = (await response?.text()) ?? "";
    if (isMarked(text)) found.push(`${path} ${response?.status}`);
    return response?.status;
  };
  for (const [file, queries] of Object.entries(parameters))
    for (const query of queries) await get(`/api/export/${file}?${query}`, { cookie: filled.admin.cookie });
  const authorization = `Bearer ${key}`;
  for (const id of [requestId, ...filled.submissions])
    for (const folder of ["receipts", "reviews"]) await get(`/v1/${folder}/${id}`, { authorization });
  const tools = {
    find_questions: { text: "question" },
    get_forecast: { request_id: requestId },
    get_score: { request_id: requestId },
    review_status: { submission_id: filled.submissions[0] },
  };
  for (const [tool, given] of Object.entries(tools))
    if (isMarked(JSON.stringify(await agent.call(key, tool, given)))) found.push(tool);
  for (const headers of [{}, filled.idempotent]) {
    const reply = await gateway.post(JSON.stringify(filled.request), headers);
    expect(reply.body).toMatchObject({ error: { code: "INPUT_QUALITY_UNVERIFIED", reason: "erased" } });
    if (isMarked(JSON.stringify(reply.body))) found.push("a prediction");
  }
  if (isMarked(await gateway.gateway.metrics.text())) found.push("/metrics");
  found.push(...findInFiles(dataDir));
  return [...new Set(found)];
}

/** Returns the files with the marker, without those of the database. A content in them is base64. */
function findInFiles(folder: string, skipped = join(folder, "database")): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((file) => !file.startsWith(`${skipped}/`) && statSync(file).isFile())
    .filter((file) => isMarked(readFileSync(file, "latin1")));
}

async function findInRedis(url: string): Promise<string[]> {
  const client = await createClient({ url }).connect();
  const found: string[] = [];
  for (const key of await client.keys("*")) {
    const value = (await client.type(key)) === "string" ? await client.get(key) : await client.dump(key);
    if (isMarked(`${key} ${value}`)) found.push(key);
  }
  client.destroy();
  return found;
}

/** Returns the relations whose files, in the database's folder, contain the marker. */
async function findInTableFiles({ gateway }: TestGateway): Promise<string[]> {
  const { pool } = gateway.database;
  await pool.query("checkpoint");
  const { rows } = await pool.query<{ name: string; path: string }>(
    `select oid::regclass::text as name, pg_relation_filepath(oid) as path from pg_class
     where relkind in ('r', 'i', 't', 'm') and pg_relation_size(oid) > 0`,
  );
  const found: string[] = [];
  for (const { name, path } of rows) {
    const read = await pool.query(
      `select from convert_to($1, 'UTF8') as form, pg_read_binary_file($2) as bytes where position(form in bytes) > 0`,
      [MARKER, path],
    );
    if (read.rowCount !== 0) found.push(name);
  }
  return found;
}

/** Writes about 100 MB, after which the write-ahead log has no earlier data. */
async function fillLog({ gateway }: TestGateway): Promise<void> {
  const { pool } = gateway.database;
  await pool.query("create table filler (text text); alter table filler alter text set storage plain");
  for (let part = 0; part < 20; part++) {
    await pool.query("insert into filler select repeat('x', 1000) from generate_series(1, 5000)");
    await pool.query("checkpoint");
  }
  await pool.query("drop table filler");
}

/** The statements for operators in the documents. */
const [, VACUUM = ""] = /```\n(DELETE .*?)```/s.exec(readFileSync("docs/privacy.md", "utf8")) ?? [];

describeStores("an erasure leaves no copy of anything that came through an entrance", (settings) => {
  it("in tables, files, archives, Redis, logs, metrics, responses and the bytes of the tables", {
    timeout: 20 * MINUTES,
  }, async () => {
    const { start, redis, receiver, written, catchUp, dataDir } = await openMarked(await settings());
    let gateway = await start();
    const filled = await fillMarked(gateway, receiver);
    const { database } = gateway.gateway;
    const before = await findEverywhere(database, MARKER);
    expect(before.length).toBeGreaterThan(30);
    await database.pool.query("analyze");
    catchUp();
    const [archives, readOnly] = [makeFolder(), makeFolder()];
    const made = await archiveMonths(gateway.gateway, archives, new Date(Date.now() - 35 * 86_400_000));
    expect(made.length).toBeGreaterThan(0);
    cpSync(archives, readOnly, { recursive: true });
    const filesIn = (folder: string) => made.map(({ file }) => join(folder, file));
    for (const file of filesIn(readOnly)) chmodSync(`${file}.contents`, 0o400);
    expect(findInFiles(archives)).not.toEqual([]);
    await watchEvents(gateway.gateway);

    await eraseAll(gateway, filled);
    for (const folder of [archives, readOnly])
      for await (const [, outcome] of rewriteArchives(database, filesIn(folder)))
        expect(outcome).toBe(folder === archives ? "rewritten" : "tombstone");

    expect(await findEverywhere(database, MARKER)).toEqual([]);
    expect(await findInResponses(gateway, filled)).toEqual([]);
    await gateway.gateway.scores.update();
    expect(await findInResponses(gateway, filled)).toEqual([]);
    expect(isMarked(written())).toBe(false);
    if (redis !== undefined) expect(await findInRedis(redis.url)).toEqual([]);
    expect(findInFiles(archives)).toEqual([]);
    // The read-only archive has the text, and no reader shows it.
    expect(findInFiles(readOnly)).toEqual(filesIn(readOnly).map((file) => `${file}.contents`));
    for (const file of filesIn(readOnly))
      for await (const { body, contents } of readExport(file))
        expect(isMarked(JSON.stringify([openEvent(body, contents), contents]))).toBe(false);
    for (const files of [filesIn(archives), filesIn(readOnly)]) {
      const chain = { after: startOfExport(files[0] ?? ""), read: () => readExports(files) };
      const report = await verifyAuditLog(database, gateway.gateway.checkpoints, COMPARISONS, { archives: chain });
      expect(report.errors).toEqual([]);
      expect(report.missingContents).toBeGreaterThan(0);
    }

    if (database.kind === "embedded") {
      await gateway.stop();
      gateway = await start();
    } else for (const statement of VACUUM.trim().split(/;\s*/).filter(Boolean)) await database.pool.query(statement);
    expect(await findInTableFiles(gateway)).toEqual([]);
    if (database.kind === "embedded" && effort({ sample: 0, full: 1 }) === 1) {
      await fillLog(gateway);
      expect(findInFiles(join(dataDir, "database", "pg_wal"))).toEqual([]);
    }
    await gateway.stop();
    expect(findInFiles(dataDir)).toEqual([]);
  });
});
