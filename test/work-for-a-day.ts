import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { responseSchema } from "#lib/contract/response.ts";
import { brierScore } from "#lib/stats/scores.ts";
import { EXPORTS } from "#server/console/files/exports.ts";
import { appRouter } from "#server/console/trpc/router.ts";
import type { FirstRun } from "#server/process/seed-first-run.ts";
import { type ConsoleSession, signIn } from "./console-session.ts";
import { confirmOutcome, newRequest, submitAndApprove } from "./review.ts";
import { makeFolder, runScript } from "./run-process.ts";
import type { TestGateway } from "./start-gateway.ts";
import { firstRunOf } from "./start-seeded.ts";

const SOURCE = "Zoë’s ‘register’ – İstanbul, Ålborg 😀\\'";
const TOMORROW = new Date(Date.now() + 86_400_000).toISOString();
const CALLERS = 8;
const REQUESTS = 4;

export interface Day {
  /** The folder of the first gateway. */
  readonly dataDir: string;
  /** Environment variables of the database, for the scripts. */
  readonly environment: Readonly<Record<string, string>>;
  start(dataDir: string): Promise<TestGateway>;
  /** Called while both gateways are idle. */
  pause?(): Promise<unknown>;
}

/** Uses two gateways on one database as members, callers and operators do, and expects correct answers only. */
export async function workForADay({ dataDir, environment, start, pause = async () => {} }: Day): Promise<void> {
  const first = await start(dataDir);
  const second = await start(makeFolder());
  const { accounts, api_key } = firstRunOf(dataDir);
  const [here, there] = await Promise.all([signInMembers(first, accounts), signInMembers(second, accounts)]);
  const submitted = Array.from({ length: CALLERS / 2 }, () => [
    submitAndApprove(here.researcher, there.reviewer, newRequest(TOMORROW)),
    submitAndApprove(there.researcher, here.reviewer, newRequest(TOMORROW)),
  ]);
  const [{ taskId, request }] = await Promise.all([
    submitAndApprove(here.researcher, there.reviewer, newRequest(TOMORROW)),
    ...submitted.flat(),
  ]);
  const body = JSON.stringify(request);
  const predict = async (gateway: TestGateway, key: string = randomUUID()) => {
    const headers = { authorization: `Bearer ${api_key}`, "idempotency-key": key };
    const reply = await gateway.post(body, headers);
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    return responseSchema.parse(reply.body);
  };
  const callers = Array.from({ length: CALLERS }, async (_, caller) => {
    for (let count = 0; count < REQUESTS; count++) await predict(caller % 2 === 0 ? first : second);
  });
  await Promise.all(callers);
  await pause();
  const key = randomUUID();
  const answer = await predict(first, key);
  expect(await predict(second, key)).toEqual(answer);

  const entry = { taskId, option: "yes", happenedAt: new Date().toISOString(), source: SOURCE };
  await confirmOutcome(here.researcher, there.reviewer, entry);
  const { request_id: requestId, result } = answer;
  const brier = brierScore(result.probabilities, "yes");
  expect(await here.admin.call.outcomes.scoreOf({ requestId })).toMatchObject({ happenedAt: entry.happenedAt, brier });

  await readAllLists(here.admin);
  await readExports(first, here.admin, [request.task.instructions, SOURCE]);
  expect(await here.admin.call.audit.verify()).toMatchObject({ ok: true, errors: [] });
  await expect(first.gateway.database.pool.query("delete from events")).rejects.toThrow("append-only");

  await first.stop();
  const [again, verified, exported] = await Promise.all([
    start(dataDir),
    runScript("verify", { ...environment, DATA_DIR: dataDir }),
    runScript("export", { ...environment, DATA_DIR: dataDir }),
  ]);
  expect(verified).toMatchObject({ code: 0, output: expect.stringContaining("The audit log verifies.") });
  expect(exported).toMatchObject({ code: 0, output: expect.stringContaining(requestId) });
  const returned = await signIn(again, accounts.researcher);
  expect(await returned.call.outcomes.get({ taskId })).toMatchObject({ entries: [{ source: SOURCE }] });
  await predict(again);
}

async function signInMembers(gateway: TestGateway, accounts: FirstRun["accounts"]) {
  const [admin, researcher, reviewer] = await Promise.all([
    signIn(gateway, accounts.admin),
    signIn(gateway, accounts.researcher),
    signIn(gateway, accounts.reviewer),
  ]);
  return { admin, researcher, reviewer };
}

/** Calls every query of the console without input. Some need an input or another role, and refuse. */
async function readAllLists(session: ConsoleSession): Promise<void> {
  const queries = Object.entries(appRouter._def.procedures)
    .filter(([, procedure]) => Reflect.get(Object(Reflect.get(procedure, "_def")), "type") === "query")
    .map(([name]) => name);
  const replies = await Promise.all(queries.map(async (name) => ({ name, ...(await session.fetch(name, {})) })));
  expect(replies.filter(({ status }) => status >= 500)).toEqual([]);
  expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThan(20);
}

async function readExports(
  { gateway }: TestGateway,
  { cookie }: ConsoleSession,
  [question = "", source = ""]: readonly string[],
): Promise<void> {
  for (const [name, format, text] of [
    ["forecasts", "csv", question],
    ["forecasts", "jsonl", question],
    ["outcomes", "csv", source],
    ["outcomes", "jsonl", JSON.stringify(source).slice(1, -1)],
  ] as const) {
    const request = new Request(`http://localhost:3000/api/export/${name}?format=${format}`, { headers: { cookie } });
    const response = await EXPORTS[name](gateway, request);
    const file = await response.text();
    expect(file).toContain(text);
    const instants = file.match(/\d{4}-\d\d-\d\dT[\d:.]+Z/g) ?? [];
    expect(instants.length).toBeGreaterThan(3);
  }
}
