import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { Client } from "pg";
import type { PredictionRequest } from "#lib/contract/request.ts";
import { identify } from "#server/base/digest.ts";
import { createDatabase, type TestDatabase, withoutPostgres } from "#test/create-database.ts";
import { freePort } from "#test/free-port.ts";
import { DIFFERENT, LARGEST } from "./bodies.ts";
import { type BenchServer, startServer } from "./start-server.ts";

export type SubjectName = "echo" | "bare Next" | "PGlite" | "PostgreSQL" | "http adapter";

export interface Subject extends BenchServer {
  readonly headers: Readonly<Record<string, string>>;
  /** The URL of the subject's PostgreSQL database; undefined without PostgreSQL. */
  readonly database: string | undefined;
}

type Environment = Readonly<Record<string, string>>;

const NEXT = "node_modules/next/dist/bin/next";
const MAIN = "server/main.ts";
const JSON_BODY = { "content-type": "application/json" };
const at = (port: number, path: string) => `http://127.0.0.1:${port}${path}`;

/** Whether the subject can run here: subjects with PostgreSQL need TEST_DATABASE_URL. */
export function hasSubject(name: SubjectName): boolean {
  return (name !== "PostgreSQL" && name !== "http adapter") || withoutPostgres === undefined;
}

/** Starts a subject. A gateway runs the code of the checkout in the folder `root`. */
export async function startSubject(name: SubjectName, root = "."): Promise<Subject> {
  switch (name) {
    case "echo": {
      const port = await freePort();
      const server = await startServer(at(port, "/"), ["bench/echo-server.ts", String(port)]);
      return { ...server, headers: JSON_BODY, database: undefined };
    }
    case "bare Next": {
      const port = await freePort();
      // Reuses an existing build, even if the sources have changed: delete bench/next-app/.next after a change.
      if (!existsSync("bench/next-app/.next/BUILD_ID")) run(".", [NEXT, "build", "bench/next-app"]);
      const args = [NEXT, "start", "bench/next-app", "-p", String(port)];
      const server = await startServer(at(port, "/echo"), args, { NODE_ENV: "production" });
      return { ...server, headers: JSON_BODY, database: undefined };
    }
    case "PGlite":
      return startGateway(root, undefined, {});
    case "PostgreSQL":
      return startOnPostgres(root);
    case "http adapter":
      return startBesideStub();
  }
}

export async function startOnPostgres(root = "."): Promise<Subject> {
  return startGateway(root, await createDatabase(), {});
}

/** Starts a gateway and bench/stub-model.ts as its model server, which delays each answer by `delayMs`. */
export async function startBesideStub(delayMs = 0): Promise<Subject> {
  const port = await freePort();
  const stub = await startServer(at(port, "/"), ["bench/stub-model.ts", String(port), String(delayMs)]);
  const gateway = await startGateway(".", await createDatabase(), { MODEL_ADAPTER: "http", MODEL_URL: at(port, "") });
  return {
    ...gateway,
    async stop() {
      await gateway.stop();
      await stub.stop();
    },
  };
}

function run(root: string, args: readonly string[]): void {
  execFileSync(process.execPath, args, { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
}

async function startGateway(root: string, database: TestDatabase | undefined, more: Environment): Promise<Subject> {
  const build = `import { ensureBuilt } from ${JSON.stringify(resolve("scripts/ensure.mjs"))}; ensureBuilt();`;
  run(root, ["--input-type=module", "--eval", build]);
  const port = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), "gateway-bench-"));
  const environment = {
    PORT: String(port),
    DATA_DIR: dataDir,
    ...(database === undefined ? {} : { DATABASE_URL: database.url }),
    RATE_LIMIT_PER_MINUTE: "10000000",
    ...more,
  };
  await approveBodies(environment, root);
  const { api_key } = JSON.parse(readFileSync(join(dataDir, "first-run.json"), "utf8"));
  const args = ["--import", resolve("bench/inside.mjs"), MAIN];
  const server = await startServer(at(port, "/v1/predict"), args, environment, root);
  return {
    ...server,
    headers: { ...JSON_BODY, authorization: `Bearer ${api_key}` },
    database: database?.url,
    async stop() {
      await server.stop();
      await database?.drop();
      rmSync(dataDir, { recursive: true });
    },
  };
}

/**
 * Creates a database in which all benchmark bodies are approved: starts the gateway of `root` once, stops it, and
 * inserts the approvals with SQL, because a thousand reviews through the console would take minutes.
 */
export async function approveBodies(environment: Environment & { DATA_DIR: string }, root = "."): Promise<void> {
  const port = await freePort();
  const first = await startServer(at(port, "/v1/predict"), [MAIN], { ...environment, PORT: String(port) }, root);
  await first.stop();
  const pairs = [...DIFFERENT, LARGEST].map((body) => {
    const { task, input }: PredictionRequest = JSON.parse(body);
    return [identify(task).id, identify(input).id];
  });
  const parameters = [pairs.map(([task]) => task), pairs.map(([, input]) => input)];
  if (environment.DATABASE_URL === undefined) {
    await using database = await PGlite.create(join(environment.DATA_DIR, "database"));
    await database.query(APPROVE, parameters);
    return;
  }
  const client = new Client({ connectionString: environment.DATABASE_URL });
  await client.connect();
  await client.query(APPROVE, parameters).finally(() => client.end());
}

/** SQL that approves tasks ($1) and inputs ($2). Copies the release from a binding that the first run created. */
const APPROVE = `
  with pairs as (select * from unnest($1::text[], $2::text[]) as pair (task_id, input_id)), bound as (
    insert into bindings (id, release, task_id, submission_id)
    select gen_random_uuid(), (select release from bindings limit 1), task_id, gen_random_uuid()
    from (select distinct task_id from pairs) as task
  )
  insert into approvals (id, task_id, input_id, submission_id)
  select gen_random_uuid(), task_id, input_id, gen_random_uuid() from pairs`;
