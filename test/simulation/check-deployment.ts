import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { parsePolicy } from "#lib/tlog/policy.ts";
import { verifyProof } from "#lib/tlog/verify-proof.ts";
import { exportAuditLog } from "#server/audit/export/export-audit-log.ts";
import { readExport, readExports } from "#server/audit/export/read-links.ts";
import { startOfExport } from "#server/audit/export/seal.ts";
import { verifyAuditLog } from "#server/audit/verification/verify-audit-log.ts";
import { verifyChain } from "#server/audit/verification/verify-chain.ts";
import { COMPARISONS } from "#server/console/verification/comparisons.ts";
import { getReceipt } from "#server/gateway/receipts/get-receipt.ts";
import { nameOf, optionsOf, QUESTIONS, taskIdOf, textOf } from "./catalog.ts";
import type { Deployment } from "./deployment.ts";
import { type CandidateAnswer, type Forecast, type Specification, scoredForecasts, scoresOf } from "./specification.ts";

/** Checks that nothing is lost or false: the chain, the tables, the scores, the archives and the receipts. */
export async function checkDeployment(specification: Specification, deployment: Deployment): Promise<void> {
  const { database, checkpoints } = deployment.gateway;
  const report = await verifyAuditLog(database, checkpoints, COMPARISONS);
  expect(report.errors).toEqual([]);
  await checkTables(specification, deployment);
  await checkScores(specification, deployment);
  await checkArchives(specification, deployment);
  await checkReceipts(specification, deployment);
  await checkExport(deployment);
}

async function checkTables(specification: Specification, { gateway }: Deployment): Promise<void> {
  const { pool } = gateway.database;
  const { submissions, bound, approved, members, outcomes, credentials, evaluations } = specification;
  const rows = async (statement: string) =>
    (await pool.query({ text: statement, rowMode: "array" })).rows as [string, string | boolean][];
  const statuses = new Map(await rows("select id, status from submissions"));
  for (const { id, status } of submissions) expect([id, statuses.get(id)]).toEqual([id, status]);
  const tasks = new Map([...Array(QUESTIONS).keys()].map((question) => [taskIdOf(question), question]));
  const active = (list: unknown[][]) => list.flatMap(([taskId]) => tasks.get(String(taskId)) ?? []);
  const bindings = await rows("select task_id from bindings where revoked_at is null");
  expect(active(bindings).sort()).toEqual([...bound.keys()].sort());
  const approvals = await rows("select task_id, input_id from approvals where revoked_at is null");
  const found = new Set(approvals.map(([taskId, inputId]) => `${taskId} ${inputId}`));
  for (const { content } of submissions) {
    const { taskId, inputId } = textOf(content);
    expect([nameOf(content), found.has(`${taskId} ${inputId}`)]).toEqual([
      nameOf(content),
      approved.has(nameOf(content)),
    ]);
  }
  const roles = new Map(
    await rows("select id, role || (case when disabled_at is null then '' else ' disabled' end) from members"),
  );
  for (const { id, role, disabled } of members) expect(roles.get(id)).toBe(disabled ? `${role} disabled` : role);
  const entries = new Map(await rows("select id, status from outcomes"));
  for (const { recorded, confirmed } of outcomes.values()) {
    if (recorded !== undefined) expect(entries.get(recorded.id)).toBe("recorded");
    if (confirmed !== undefined) expect(entries.get(confirmed.id)).toBe("confirmed");
  }
  const progress = new Map(
    await rows(
      `select e.id, e.status || ' ' || count(c.request_id)
       from evaluations e join evaluation_cases c on c.evaluation_id = e.id group by e.id`,
    ),
  );
  for (const { id, status, closed } of evaluations) expect(progress.get(id)).toBe(`${status} ${closed.size}`);
  const revoked = new Map(await rows("select id, revoked_at is not null from credentials"));
  for (const credential of credentials) expect(revoked.get(credential.id)).toBe(credential.revoked);
}

/** Compares the stored scores with scores computed from what callers were told, and from the candidate's answers. */
async function checkScores(specification: Specification, deployment: Deployment): Promise<void> {
  const { forecasts, candidates } = specification;
  await checkScoresOf("null", specification, forecasts, deployment);
  await checkScoresOf("not null", specification, candidates, deployment);
}

async function checkScoresOf(
  predictionId: "null" | "not null",
  specification: Specification,
  answers: ReadonlyMap<string, Forecast | CandidateAnswer>,
  { gateway }: Deployment,
): Promise<void> {
  const { rows } = await gateway.database.pool.query<{
    request_id: string;
    option: string;
    brier: number;
    log: number;
  }>(
    `select request_id, option, brier, log from forecast_scores where prediction_id is ${predictionId} order by request_id`,
  );
  const expected = [...specification.outcomes].flatMap(([question, { confirmed }]) =>
    scoredForecasts(specification, answers, question).map((forecast) => ({
      request_id: forecast.requestId,
      option: shownOption(specification, question, confirmed?.option),
      ...scoresOf(forecast, confirmed?.option ?? ""),
    })),
  );
  expect(rows.map(({ request_id, option }) => ({ request_id, option }))).toEqual(
    expected
      .map(({ request_id, option }) => ({ request_id, option }))
      .sort((one, other) => (one.request_id < other.request_id ? -1 : 1)),
  );
  for (const { request_id, brier, log } of expected) {
    const row = rows.find((one) => one.request_id === request_id);
    expect(row?.brier).toBeCloseTo(brier, 12);
    expect(row?.log).toBeCloseTo(log, 12);
  }
}

/** Returns the id of an option; of an erased question, the id in its place. */
function shownOption({ erasedQuestions }: Specification, question: number, option: string | null | undefined) {
  if (!erasedQuestions.has(question) || typeof option !== "string") return option;
  return `erased-00${[...optionsOf(question)].sort().indexOf(option) + 1}`;
}

/** Verifies the archives that the log records and the database as one chain. An interrupted archiving leaves a file. */
async function checkArchives({ archives }: Specification, { archives: folder, gateway }: Deployment): Promise<void> {
  if (archives.length === 0) return;
  const paths = archives.map((name) => join(folder, name));
  const { database, checkpoints } = gateway;
  const archived = { after: startOfExport(paths[0] ?? ""), read: () => readExports(paths) };
  const report = await verifyAuditLog(database, checkpoints, COMPARISONS, { archives: archived });
  expect(report.errors).toEqual([]);
}

/** Every forecast in the database has a receipt that verifies. */
async function checkReceipts({ forecasts }: Specification, { gateway }: Deployment): Promise<void> {
  const policy = await parsePolicy(gateway.tree.printPolicy());
  for (const { requestId, credential, archived } of [...forecasts.values()].slice(-20)) {
    const receipt = await getReceipt(gateway, credential, requestId).catch((error: unknown) => error);
    if (archived) expect(receipt).toMatchObject({ code: "NOT_FOUND" });
    else expect(await verifyProof(String(receipt), policy)).toMatchObject({ ok: true });
  }
}

/** An export contains every event that is not archived, and verifies without the database. */
async function checkExport({ folder, gateway, lastSeq }: Deployment): Promise<void> {
  const file = join(folder, "export.jsonl");
  await writeFile(file, exportAuditLog(gateway));
  const report = await verifyChain(readExport(file), gateway.checkpoints, { after: startOfExport(file) });
  expect({ errors: report.errors, events: report.events }).toEqual({ errors: [], events: lastSeq });
}
