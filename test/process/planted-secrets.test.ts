import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { ROLES, type Role } from "#lib/domain/members.ts";
import { identify } from "#server/base/digest.ts";
import { readConfig } from "#server/config/read-config.ts";
import { describeVariable, VARIABLES } from "#server/config/settings.ts";
import { appRouter } from "#server/console/trpc/router.ts";
import type { FirstRun } from "#server/process/seed-first-run.ts";
import { type ConsoleClient, signIn } from "#test/console-client.ts";
import { createDatabase, TEST_DATABASE_URL, type TestDatabase } from "#test/create-database.ts";
import { copyEmptyDatabase } from "#test/empty-database.ts";
import { finishEvaluation } from "#test/finish-evaluation.ts";
import { everyPage, type Seeded } from "#test/pages.ts";
import { jsonl, lineOf } from "#test/resolved-cases.ts";
import { newRequest } from "#test/review.ts";
import { makeFolder, type ServerProcess, startMain } from "#test/run-process.ts";
import { readExample } from "#test/start-gateway.ts";
import { firstRunOf } from "#test/start-seeded.ts";
import { MARK, PLANTED } from "../../scripts/planted.ts";

/** Settings without which the server rejects the planted OIDC and SMTP secrets. */
const REQUIRED = {
  OIDC_ISSUER: "https://id.example.org",
  OIDC_CLIENT_ID: "gateway",
  MAIL_FROM: "forecasts@example.org",
};

/** Text that occurs only in server modules and so must not occur in the browser's bundle. */
const SERVER_WORDS = ["append_events", "pg_advisory_xact_lock", "log-key.pem", "first-run.json", "auth-secret"];

let database: TestDatabase | undefined;
let server: ServerProcess;
let firstRun: FirstRun;
let sessions: Readonly<Record<Role, ConsoleClient>>;
let seeded: Seeded;
/** Secrets that must not occur in pages or responses, by a name for error messages. */
let secrets: Readonly<Record<string, string>>;

beforeAll(async () => {
  const dataDir = makeFolder();
  database = TEST_DATABASE_URL === undefined ? undefined : await createDatabase();
  if (database === undefined) await copyEmptyDatabase(dataDir);
  server = await startMain(dataDir, plantedFor(dataDir));
  firstRun = firstRunOf(dataDir);
  const [researcher, reviewer, admin, auditor] = await Promise.all(
    (["researcher", "reviewer", "admin", "auditor"] as const).map((role) =>
      signIn(server.url, firstRun.accounts[role]),
    ),
  );
  if (researcher === undefined || reviewer === undefined || admin === undefined || auditor === undefined)
    throw new Error("a sign-in is missing");
  sessions = { researcher, reviewer, admin, auditor };
  const { submissionId } = Object(await researcher.mutate("submissions.submit", { request: newRequest() }));
  const { request_id: requestId } = Object(await researcher.mutate("forecasts.run", readExample("binary")));
  const { request_id: otherRequestId } = Object(await researcher.mutate("forecasts.run", readExample("counts")));
  const { link } = Object(await admin.mutate("members.invite", { email: "a@example.org", role: "researcher" }));
  const content = jsonl([lineOf("rain", [0.3], "yes"), lineOf("snow", [0.6], "no")]);
  const file = { name: "questions.jsonl", content };
  const evaluationId = await finishEvaluation(server.url, researcher, reviewer, file);
  const taskId = identify(readExample("binary").task).id;
  seeded = { submissionId, requestId, otherRequestId, taskId, link, evaluationId };
  secrets = {
    "a planted value": MARK,
    "the data folder": dataDir,
    "the first run's key": firstRun.api_key,
    ...Object.fromEntries(ROLES.map((role) => [`the password of the ${role}`, firstRun.accounts[role].password])),
    ...Object.fromEntries(ROLES.map((role) => [`the session of the ${role}`, sessions[role].token])),
  };
});

/** Returns the planted values that this server accepts. */
function plantedFor(dataDir: string): Record<string, string> {
  const environment: Record<string, string> = { ...PLANTED, ...REQUIRED, DATA_DIR: dataDir };
  environment.CHECKPOINT_DIR = join(dataDir, `${MARK}-checkpoints`);
  environment.LOG_KEY_FILE = join(dataDir, `${MARK}-log-key.pem`);
  if (database === undefined) delete environment.DATABASE_URL;
  else environment.DATABASE_URL = `${database.url}?application_name=${MARK}-database`;
  try {
    readConfig(environment);
  } catch (error) {
    // Leaves out variables whose planted value the server rejects. They are planted only in the build.
    for (const [, name = ""] of String(error).matchAll(/^ {2}([A-Z_]+) /gm)) delete environment[name];
  }
  return environment;
}

function expectNoSecret(text: string, where: string): void {
  for (const [name, secret] of Object.entries(secrets)) {
    expect(text.includes(secret), `${where} contains ${name}`).toBe(false);
  }
}

function* filesIn(folder: string): Generator<readonly [string, string]> {
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const file = join(folder, name);
    if (statSync(file).isFile()) yield [file, readFileSync(file, "latin1")];
  }
}

describe("the browser bundle", () => {
  it("is built with a planted value in every variable that may hold a secret", () => {
    const sensitive = VARIABLES.filter((name) => {
      const { secret, hidden } = describeVariable(name);
      return secret === true || hidden === true;
    });
    expect(Object.keys(PLANTED).sort()).toEqual(sensitive.sort());
    const mark = readFileSync(".next/source-digest", "utf8").split("\n").slice(1);
    expect(mark, "build with `npm test`, which plants the values").toEqual(Object.keys(PLANTED).sort());
  });

  it("contains no secret and no server module", () => {
    const files = [...filesIn(".next/static")];
    expect(files.length).toBeGreaterThan(20);
    for (const [file, text] of files) {
      for (const word of [MARK, ...SERVER_WORDS]) expect(text.includes(word), `${file} contains ${word}`).toBe(false);
    }
  });

  it("is searched for text that does occur in the server bundle", () => {
    const texts = [...filesIn(".next/server")].map(([, text]) => text);
    for (const word of SERVER_WORDS)
      expect(
        texts.some((text) => text.includes(word)),
        word,
      ).toBe(true);
  });
});

describe.each(["nobody", ...ROLES] as const)("pages sent to %s", (role) => {
  it("contain no secret in their HTML or RSC data", async () => {
    for (const { route, address } of everyPage(seeded)) {
      for (const headers of [{ accept: "text/html" }, { rsc: "1" }]) {
        const cookie = role === "nobody" ? "" : sessions[role].cookie;
        const response = await fetch(`${server.url}${address}`, { headers: { cookie, ...headers } });
        const text = await response.text();
        // Next sends the data of a page that does not exist with the status 200.
        const isMissing = route === "/[...missing]" && headers.rsc === undefined;
        expect(response.status, route).toBe(isMissing ? 404 : 200);
        expect(response.headers.get("content-type"), route).toContain(headers.rsc ? "text/x-component" : "text/html");
        expectNoSecret(text, `${route} for ${role}`);
      }
    }
  });
});

/** Returns the input for a tRPC query; an empty object for queries without a required input. */
function inputOf(procedure: string): object {
  const { submissionId, requestId, otherRequestId, taskId, evaluationId } = seeded;
  const inputs: Readonly<Record<string, object>> = {
    "channel.get": { owner: submissionId },
    "drafts.get": { draftId: submissionId },
    "erasures.find": { text: "Larkfield" },
    "erasures.previewRetention": { submissions_days: 30, records_days: null },
    "evaluations.compare": { one: evaluationId, other: evaluationId },
    "evaluations.get": { evaluationId },
    "evaluations.report": { evaluationId },
    "evaluations.resolved": { inputs: "latest" },
    "evaluations.sample": { evaluationId },
    "forecasts.compare": { requestIds: [requestId, otherRequestId] },
    "forecasts.get": { requestId },
    "forecasts.influence": { requestId },
    "forecasts.overTime": { taskId },
    "outcomes.get": { taskId },
    "outcomes.scoreOf": { requestId },
    "outcomes.source": { name: "Polls" },
    "outcomes.worthOf": { requestId },
    "questions.get": { taskId },
    "reviews.context": { submissionId },
    "reviews.neighbours": { submissionId },
    "tokens.listOf": { memberId: "nobody" },
    "search.find": { text: "Larkfield" },
    "submissions.get": { submissionId },
  };
  return inputs[procedure] ?? {};
}

describe.each(ROLES)("query responses to a %s", (role) => {
  it("contain no secret", async () => {
    const queries = Object.entries(appRouter._def.procedures).filter(([, one]) => Object(one)._def.type === "query");
    expect(queries.length).toBeGreaterThan(5);
    for (const [procedure] of queries) {
      const input = encodeURIComponent(JSON.stringify(inputOf(procedure)));
      const { cookie } = sessions[role];
      const response = await fetch(`${server.url}/api/trpc/${procedure}?input=${input}`, { headers: { cookie } });
      const text = await response.text();
      // Fails for a query with invalid input: add its input to inputOf().
      expect([200, 403], `${procedure}: ${text}`).toContain(response.status);
      expectNoSecret(text, `${procedure} for a ${role}`);
    }
  });
});
