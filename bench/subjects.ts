import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PredictionRequest } from "#lib/contract/request.ts";
import { identify } from "#server/base/digest.ts";
import { readConfig } from "#server/config/read-config.ts";
import { createGateway } from "#server/process/create-gateway.ts";
import { createDatabase, type TestDatabase, withoutPostgres } from "#test/create-database.ts";
import { DIFFERENT, LARGEST } from "./bodies.ts";
import { type BenchServer, startServer } from "./start-server.ts";

export type SubjectName = "echo" | "bare Next" | "PGlite" | "PostgreSQL" | "http adapter";

/** A running server that the benchmark sends requests to. */
export interface Subject extends BenchServer {
  readonly headers: Readonly<Record<string, string>>;
  /** The address of its database on PostgreSQL. */
  readonly database: string | undefined;
}

const FIRST_PORT = Number(process.env.BENCH_PORT ?? 4310);
const NEXT = "node_modules/next/dist/bin/next";
const JSON_BODY = { "content-type": "application/json" };
const at = (port: number, path: string) => `http://127.0.0.1:${port}${path}`;

/** Those of PostgreSQL are there where `TEST_DATABASE_URL` is set. */
export function hasSubject(name: SubjectName): boolean {
  return (name !== "PostgreSQL" && name !== "http adapter") || withoutPostgres === undefined;
}

export async function startSubject(name: SubjectName): Promise<Subject> {
  switch (name) {
    case "echo": {
      const url = at(FIRST_PORT, "/");
      const server = await startServer(url, ["bench/echo-server.ts", String(FIRST_PORT)]);
      return { ...server, headers: JSON_BODY, database: undefined };
    }
    case "bare Next": {
      const port = FIRST_PORT + 1;
      buildOnce("bench/next-app");
      const args = [NEXT, "start", "bench/next-app", "-p", String(port)];
      const server = await startServer(at(port, "/echo"), args, { NODE_ENV: "production" });
      return { ...server, headers: JSON_BODY, database: undefined };
    }
    case "PGlite":
      return startGateway(FIRST_PORT + 2, undefined, {});
    case "PostgreSQL":
      return startOnPostgres(FIRST_PORT + 3);
    case "http adapter":
      return startBesideStub(FIRST_PORT + 4);
  }
}

/** A gateway with a new database on PostgreSQL. */
export async function startOnPostgres(port: number): Promise<Subject> {
  return startGateway(port, await createDatabase(), {});
}

/** A gateway whose model is the stub server, which takes so many milliseconds for each answer. */
export async function startBesideStub(port: number, delayMs = 0): Promise<Subject> {
  const stub = await startServer(at(port + 1, "/"), ["bench/stub-model.ts", String(port + 1), String(delayMs)]);
  const model = { MODEL_ADAPTER: "http", MODEL_URL: at(port + 1, "") };
  const gateway = await startGateway(port, await createDatabase(), model);
  return {
    ...gateway,
    async stop() {
      await gateway.stop();
      await stub.stop();
    },
  };
}

/** A build that is there is taken: delete it after a change. */
function buildOnce(folder: string): void {
  if (existsSync(join(folder, ".next/BUILD_ID"))) return;
  execFileSync(process.execPath, [NEXT, "build", folder], { stdio: ["ignore", "ignore", "inherit"] });
}

async function startGateway(
  port: number,
  database: TestDatabase | undefined,
  more: Readonly<Record<string, string>>,
): Promise<Subject> {
  buildOnce(".");
  const dataDir = mkdtempSync(join(tmpdir(), "gateway-bench-"));
  const environment = {
    PORT: String(port),
    DATA_DIR: dataDir,
    ...(database === undefined ? {} : { DATABASE_URL: database.url }),
    RATE_LIMIT_PER_MINUTE: "10000000",
    ...more,
  };
  await approveBodies(environment);
  const { api_key } = JSON.parse(readFileSync(join(dataDir, "first-run.json"), "utf8"));
  const server = await startServer(
    at(port, "/v1/predict"),
    ["--import", "./bench/inside.mjs", "server/main.ts"],
    environment,
  );
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

/** A first start, and an approval for every body: written at once, for a thousand reviews take minutes. */
export async function approveBodies(environment: Readonly<Record<string, string>>): Promise<void> {
  const { gateway, close } = await createGateway(readConfig({ ...environment, LOG_LEVEL: "error" }));
  const rows = [...DIFFERENT, LARGEST].map((body) => {
    const { task, input }: PredictionRequest = JSON.parse(body);
    return [identify(task).id, identify(input).id];
  });
  const [tasks, inputs] = [rows.map(([task]) => task), rows.map(([, input]) => input)];
  await gateway.database.pool.query(
    `insert into bindings (id, release, task_id, submission_id)
     select gen_random_uuid(), $1, task_id, gen_random_uuid() from (select distinct unnest($2::text[])) as t (task_id)`,
    [gateway.model.release, tasks],
  );
  await gateway.database.pool.query(
    `insert into approvals (id, task_id, input_id, submission_id)
     select gen_random_uuid(), task_id, input_id, gen_random_uuid() from unnest($1::text[], $2::text[]) as t (task_id, input_id)`,
    [tasks, inputs],
  );
  await close();
}
