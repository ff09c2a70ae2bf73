import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readCheckpoints } from "#server/audit/log/checkpoint-file.ts";
import { readFirstRun } from "#server/process/seed-first-run.ts";
import { effort } from "#test/effort.ts";
import { copyEmptyDatabase } from "#test/empty-database.ts";
import { startFaultyModel } from "#test/faulty-model.ts";
import { openFolder } from "#test/open-folder.ts";
import { openSocket, parseAnswer, type RawConnection } from "#test/raw-socket.ts";
import { makeFolder, type ServerProcess, startMain } from "#test/run-process.ts";
import { copySeededFolder } from "#test/seeded-folder.ts";
import { readExample, send } from "#test/start-gateway.ts";
import { until } from "#test/until.ts";
import { launchUntil } from "./launch-until.ts";

const example = JSON.stringify(readExample("binary"));
const CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n";

/** Moments of a first run, each with the file that indicates it. A normal run tests the first, a full run all. */
const FIRST_STARTS = [
  ["creates the database", join("database.creating", "PG_VERSION"), () => {}],
  ["has just begun", "database.lock", () => {}],
  ["makes the first accounts", "checkpoint-key.pem", copyEmptyDatabase],
] as const;

async function seededFolder(): Promise<string> {
  const folder = makeFolder();
  await copySeededFolder(folder);
  return folder;
}

/** Sends half of a request and waits until the server has begun to read it. */
async function beginRequest({ port, dataDir }: ServerProcess): Promise<RawConnection> {
  const connection = await openSocket(port);
  const lines = ["POST /v1/predict HTTP/1.1", "Host: x", `Authorization: Bearer ${readFirstRun(dataDir)?.api_key}`];
  connection.socket.write([...lines, `Content-Length: ${example.length}`, "Expect: 100-continue", "", ""].join("\r\n"));
  await until("the server reads the request", () => connection.received() === CONTINUE || undefined);
  connection.socket.write(example.slice(0, 100));
  return connection;
}

async function refusesConnections(port: number): Promise<true | undefined> {
  try {
    const { socket } = await openSocket(port);
    socket.destroy();
    return undefined;
  } catch {
    return true;
  }
}

describe("SIGHUP", () => {
  it("lets a request in flight be answered, as SIGTERM does", async () => {
    const server = await startMain(await seededFolder());
    const { socket, answer } = await beginRequest(server);
    const ending = server.end("SIGHUP");
    await until("no connection is accepted any more", () => refusesConnections(server.port));
    socket.write(example.slice(100));
    expect(parseAnswer((await answer()).body).status).toBe(200);
    expect((await ending).code, server.output()).toBe(0);
  });
});

describe.concurrent("SIGTERM", () => {
  it("lets a request in flight be answered, refuses new ones, and ends with a checkpoint and without a lock", async () => {
    const dataDir = await seededFolder();
    const server = await startMain(dataDir);
    // An idle connection, as in a client's pool, does not delay the shutdown.
    await fetch(`${server.url}/health/live`);
    const { socket, answer } = await beginRequest(server);

    const ending = server.end("SIGTERM");
    await until("no connection is accepted any more", () => refusesConnections(server.port));
    expect(server.hasExited()).toBe(false);
    socket.write(example.slice(100));

    const { status, headers, body } = parseAnswer((await answer()).body);
    expect(status).toBe(200);
    const exit = await ending;
    expect(exit.code, server.output()).toBe(0);
    expect(existsSync(join(dataDir, "database.lock"))).toBe(false);

    const database = await openFolder(dataDir);
    const { rows } = await database.pool.query(
      "select seq, hash, kind, request_id from events order by seq desc limit 1",
    );
    await database.close();
    const [{ seq, hash, ...last }] = rows;
    expect(last).toEqual({ kind: "prediction.answered", request_id: JSON.parse(body).request_id });
    expect(headers["x-request-id"]).toBe(last.request_id);
    const checkpoint = [...readCheckpoints(join(dataDir, "checkpoints", "checkpoints.jsonl"))].at(-1);
    expect(checkpoint).toMatchObject({ seq: Number(seq), hash: hash.toString("hex") });
  });

  it("ends even if a client never finishes its request", async () => {
    const server = await startMain(await seededFolder());
    const { socket } = await beginRequest(server);
    const dripping = setInterval(() => socket.write(" "), 200);
    const { code } = await server.end("SIGTERM");
    clearInterval(dripping);
    expect(code, server.output()).toBe(0);
  });

  it("answers every request in flight before it closes its connection, even if the model hangs", async () => {
    const model = await startFaultyModel();
    model.behave(() => {});
    const environment = {
      MODEL_ADAPTER: "http",
      MODEL_URL: model.url,
      MODEL_CONCURRENCY: "8",
      MODEL_DEADLINE_MS: "3600000",
      DRAIN_MS: "200",
    };
    const dataDir = await seededFolder();
    const server = await startMain(dataDir, environment);
    const headers = { authorization: `Bearer ${readFirstRun(dataDir)?.api_key}` };
    // On a slow machine the connection to the model may time out, and the gateway then refuses the request.
    const replies = Array.from({ length: 8 }, () =>
      until("the model's answer", async () => {
        const reply = await send(`${server.url}/v1/predict`, example, headers);
        return reply.status === 503 ? undefined : reply;
      }),
    );
    await until("all are asked of the model", () => model.requests.length === 8 || undefined);
    const { code } = await server.end("SIGTERM");
    for (const { status, headers, body } of await Promise.all(replies)) {
      expect(status).toBe(504);
      expect(headers.get("connection")).toBe("close");
      expect(Object(body.error)).toMatchObject({ code: "MODEL_TIMEOUT", message: expect.stringContaining("stopped") });
    }
    expect(code, server.output()).toBe(0);
    await model.leave();
  });

  it("answers a request whose body is still coming when the drain is over", async () => {
    const server = await startMain(await seededFolder(), { DRAIN_MS: "200" });
    const { answer } = await beginRequest(server);
    const { code } = await server.end("SIGTERM");
    expect(parseAnswer((await answer()).body).status).toBe(503);
    expect(code, server.output()).toBe(0);
  });

  it.each(FIRST_STARTS.slice(0, effort({ sample: 1, full: 3 })))(
    "shuts down cleanly during a first run that %s",
    async (_, file, prepare) => {
      const server = await launchUntil(file, prepare);
      const { code } = await server.end("SIGTERM");
      expect(code, server.output()).toBe(0);
      expect(existsSync(join(server.dataDir, "database.lock"))).toBe(false);
    },
  );
});

describe("an uncaught exception", () => {
  it("is logged and ends the process with an error, after the requests in flight are answered", async () => {
    const code = encodeURIComponent('process.on("SIGUSR2", () => { throw new Error("a defect"); })');
    const server = await startMain(await seededFolder(), { NODE_OPTIONS: `--import=data:text/javascript,${code}` });
    const { socket, answer } = await beginRequest(server);
    server.signal("SIGUSR2");
    await until("no connection is accepted any more", () => refusesConnections(server.port));
    socket.write(example.slice(100));
    expect(parseAnswer((await answer()).body).status).toBe(200);
    expect((await server.exit).code, server.output()).toBe(1);
    expect(server.output()).toContain("a defect");
    expect(existsSync(join(server.dataDir, "database.lock"))).toBe(false);
  });
});
