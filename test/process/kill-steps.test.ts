import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FirstRun, readFirstRun } from "#server/process/seed-first-run.ts";
import { signIn } from "#test/console-client.ts";
import { createDatabase, TEST_DATABASE_URL, type TestDatabase } from "#test/create-database.ts";
import { effort } from "#test/effort.ts";
import { answerRight, type FaultyModel, startFaultyModel } from "#test/faulty-model.ts";
import { type FreezableProxy, startProxy } from "#test/freezable-proxy.ts";
import { openFolder } from "#test/open-folder.ts";
import { openSocket } from "#test/raw-socket.ts";
import { makeFolder, type ServerProcess, startMain } from "#test/run-process.ts";
import { readExample } from "#test/start-gateway.ts";
import { until } from "#test/until.ts";

/** A normal run takes the first cases, a full run all of them: each takes a start. */
const SHOWN = effort({ sample: 2, full: 5 });
const example = JSON.stringify(readExample("binary"));

describe.skipIf(TEST_DATABASE_URL === undefined)("a kill during a request (skipped without TEST_DATABASE_URL)", () => {
  const dataDir = makeFolder();
  let database: TestDatabase;
  let model: FaultyModel;
  let proxy: FreezableProxy;
  let server: ServerProcess;
  let firstRun: FirstRun;
  /** Called when the gateway sends the database a statement that contains this text. */
  let watch: { readonly text: string; readonly found: () => void } | undefined;

  const start = () =>
    startMain(dataDir, { DATABASE_URL: proxy.url, MODEL_ADAPTER: "http", MODEL_URL: model.url, DRAIN_MS: "0" });

  beforeAll(async () => {
    [database, model] = await Promise.all([createDatabase(), startFaultyModel()]);
    proxy = await startProxy(database.url, (bytes) => {
      if (watch !== undefined && bytes.includes(watch.text)) watch.found();
    });
    server = await start();
    const made = readFirstRun(dataDir);
    if (made === undefined) throw new Error("the first run left no first-run.json");
    firstRun = made;
  });
  afterAll(async () => {
    await server?.end("SIGKILL");
    await proxy?.close();
    await model?.leave();
    await database?.drop();
  });

  /** Sends a request with part of its body. Returns its status, undefined if the process died before responding. */
  async function ask(length = example.length): Promise<() => number | undefined> {
    const { socket, received } = await openSocket(server.port);
    const head = ["POST /v1/predict HTTP/1.1", "Host: x", `Authorization: Bearer ${firstRun.api_key}`];
    socket.write(`${[...head, `Content-Length: ${example.length}`].join("\r\n")}\r\n\r\n${example.slice(0, length)}`);
    return () => {
      const status = /^HTTP\/1\.1 (\d+)/.exec(received())?.[1];
      return status === undefined ? undefined : Number(status);
    };
  }

  const statement = (text: string, found = () => {}) =>
    new Promise<void>((resolve) => {
      watch = {
        text,
        found() {
          found();
          resolve();
        },
      };
    });

  const countOf = async (kind: string) => {
    const opened = await openFolder("", database.url);
    const { rows } = await opened.pool.query("select count(*)::int as count from events where kind = $1", [kind]);
    return opened.close().then(() => rows[0].count);
  };

  /** Each step brings a request to a certain moment and returns a function for its status so far. */
  const STEPS: readonly (readonly [string, () => Promise<() => number | undefined>])[] = [
    [
      "while the model works",
      async () => {
        const [calls] = [model.requests.length, model.behave(() => {})];
        const status = await ask();
        await until("the model is asked", () => model.requests.length > calls || undefined);
        return status;
      },
    ],
    [
      "when its answer is recorded, before the gateway knows",
      async () => {
        model.behave(answerRight);
        const before = await countOf("prediction.answered");
        const sent = statement('"prediction.answered"', () => setImmediate(proxy.freeze));
        const status = await ask();
        await sent;
        await until("it is recorded", async () => ((await countOf("prediction.answered")) > before ? true : undefined));
        return status;
      },
    ],
    ["while its body arrives", () => ask(100)],
    [
      "while its opening is on the way to the database",
      async () => {
        const sent = statement('"prediction.opened"', proxy.freeze);
        const status = await ask();
        await sent;
        return status;
      },
    ],
    [
      "while its answer is on the way to the database",
      async () => {
        model.behave(answerRight);
        const sent = statement('"prediction.answered"', proxy.freeze);
        const status = await ask();
        await sent;
        return status;
      },
    ],
  ];

  it.each(STEPS.slice(0, SHOWN))(
    "%s leaves every answer with its events, and a log that verifies",
    async (_, bring) => {
      const status = await bring();
      await server.end("SIGKILL");
      // On a slow machine a limit may be reached before the kill; a refusal is not an answer.
      expect(status()).not.toBe(200);
      watch = undefined;
      proxy.thaw();
      model.behave(answerRight);

      server = await start();
      const headers = { authorization: `Bearer ${firstRun.api_key}`, "idempotency-key": randomUUID() };
      const answered = await until("the gateway decides", async () => {
        const { status } = await fetch(`${server.url}/v1/predict`, { method: "POST", headers, body: example });
        return status === 503 ? undefined : status;
      });
      expect(answered).toBe(200);
      const admin = await signIn(server.url, firstRun.accounts.admin);
      expect(await admin.query("audit.verify")).toMatchObject({ ok: true, errors: [] });
      // A request that was opened has an answer, or will be recorded as abandoned.
      const [opens, answers] = [await countOf("prediction.opened"), await countOf("prediction.answered")];
      expect(opens).toBeGreaterThanOrEqual(answers);
    },
  );
});
