import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { v7 as uuid } from "uuid";
import type { PredictionRequest } from "#lib/contract/request.ts";
import { wordsOfOptions } from "#lib/contract/words-of-options.ts";
import { identify } from "#server/base/digest.ts";
import { type Config, readConfig } from "#server/config/read-config.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { issueCredential, type NewCredential } from "#server/console/credentials/credentials.ts";
import { storableInstant, storableText } from "#server/db/columns.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { servePredict } from "#server/gateway/http/transports.ts";
import { createGateway, type RunningGateway } from "#server/process/create-gateway.ts";
import { readFirstRun } from "#server/process/seed-first-run.ts";
import { cleanUp } from "./clean-up.ts";
import { copySeededFolder } from "./seeded-folder.ts";

/** A gateway in this process, with an embedded database in its own folder, that serves /v1/predict over HTTP. */
export interface TestGateway extends RunningGateway {
  /** The URL of `/v1/predict`. */
  readonly url: string;
  readonly dataDir: string;
  /** The API key that the first run created; its rate limit is RATE_LIMIT_PER_MINUTE. */
  readonly key: string;
  post(body: string | Uint8Array, headers?: Record<string, string>): Promise<Reply>;
  issue(credential: NewCredential): Promise<string>;
  stop(): Promise<void>;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  // Loosely typed, because the tests check the body.
  readonly body: Record<string, unknown>;
}

/** Starts a gateway, and stops it after the test or the test file. The parameters are those of `openGateway`. */
export async function startGateway(...given: Parameters<typeof openGateway>): Promise<TestGateway> {
  const gateway = await openGateway(...given);
  cleanUp(gateway.stop);
  return gateway;
}

/** Starts a gateway in a new seeded folder. A DATA_DIR in `environment` is used unchanged and not deleted. */
export async function openGateway(
  environment: Readonly<Record<string, string>> = {},
  change = (gateway: ConsoleContext) => gateway,
  surroundings: Parameters<typeof createGateway>[1] = {},
): Promise<TestGateway> {
  const dataDir = environment.DATA_DIR ?? mkdtempSync(join(tmpdir(), "gateway-test-"));
  const config: Config = readConfig({
    DATA_DIR: dataDir,
    LOG_LEVEL: "silent",
    RATE_LIMIT_PER_MINUTE: "1000000",
    CHANGES_PER_MINUTE: "1000000",
    // A high limit for slow machines; tests of this limit set their own value.
    DATABASE_TIMEOUT_MS: "30000",
    ...environment,
  });
  if (!["DATA_DIR", "DATABASE_URL", "CONSOLE_URL"].some((name) => name in environment)) await copySeededFolder(dataDir);
  const wired = await createGateway(config, surroundings);
  const gateway = change(wired.gateway);
  const server = createServer((request, response) => void servePredict(gateway, request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  const url = `http://127.0.0.1:${address.port}/v1/predict`;
  const key = readFirstRun(dataDir)?.api_key ?? "";
  let stopped: Promise<void> | undefined;
  async function stop(): Promise<void> {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    try {
      await wired.close();
    } finally {
      if (environment.DATA_DIR === undefined) rmSync(dataDir, { recursive: true });
    }
  }
  return {
    ...wired,
    gateway,
    url,
    dataDir,
    key,
    post: (body, headers = {}) => send(url, body, { authorization: `Bearer ${key}`, ...headers }),
    async issue(credential) {
      const actor = { type: "system", id: "test" } as const;
      const issued = await inTransaction(gateway.database, (transaction) =>
        issueCredential(gateway, transaction, actor, credential),
      );
      return issued.key;
    },
    stop: () => (stopped ??= stop()),
  };
}

export async function send(url: string, body: string | Uint8Array, headers: Record<string, string>): Promise<Reply> {
  const response = await fetch(url, { method: "POST", headers, body: body as BodyInit });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** Some requests are invalid on purpose: String() throws for an object with its own member `toString`. */
const textOf = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));

/** Inserts a binding and an approval for each request with SQL, for tests that do not test the review. */
export async function approveAll(gateway: ConsoleContext, requests: readonly PredictionRequest[]): Promise<void> {
  const tasks = requests.map(({ task }) => identify(task));
  const inputs = requests.map(({ input }) => identify(input));
  const { pool } = gateway.database;
  const texts = (items: readonly { readonly canonical: string }[]) =>
    items.map(({ canonical }) => Buffer.from(canonical));
  const taskIds = tasks.map(({ id }) => id);
  const inputIds = inputs.map(({ id }) => id);
  const ids = requests.map(() => uuid());
  await pool.query(
    `insert into tasks (task_id, canonical, question, options_text, resolves_at, options)
     select id, canonical, question, words, at, array(select json_array_elements_text(options::json))
     from unnest($1::text[], $2::bytea[], $3::text[], $4::text[], $5::timestamptz[], $6::text[])
       as t (id, canonical, question, words, at, options) on conflict do nothing`,
    [
      taskIds,
      texts(tasks),
      requests.map(({ task }) => storableText(textOf(Object(task).instructions))),
      requests.map(({ task }) => storableText(wordsOfOptions(Object(Object(task).criteria)))),
      requests.map(({ task }) => storableInstant(textOf(Object(Object(task).resolution).resolves_at)) ?? new Date(0)),
      requests.map(({ task }) =>
        JSON.stringify(
          Object.keys(Object(Object(task).criteria))
            .sort()
            .map(storableText),
        ),
      ),
    ],
  );
  await pool.query(
    "insert into inputs (input_id, canonical, as_of) select * from unnest($1::text[], $2::bytea[], $3::text[]) on conflict do nothing",
    [inputIds, texts(inputs), requests.map(({ input }) => storableText(textOf(Object(input).as_of)))],
  );
  await pool.query(
    `insert into bindings (id, release, task_id, submission_id)
     select id, $1, task_id, id from unnest($2::uuid[], $3::text[]) as t (id, task_id) on conflict do nothing`,
    [gateway.model.release, ids, taskIds],
  );
  await pool.query(
    `insert into approvals (id, task_id, input_id, submission_id)
     select id, task_id, input_id, id from unnest($1::uuid[], $2::text[], $3::text[]) as t (id, task_id, input_id)
     on conflict do nothing`,
    [ids, taskIds, inputIds],
  );
}

/** Returns a request from the folder `examples`; the first run has approved these requests. */
export function readExample(name: "binary" | "counts" | "history" | "measurement" | "multiclass"): PredictionRequest {
  return JSON.parse(readFileSync(join("examples", `${name}.json`), "utf8"));
}
