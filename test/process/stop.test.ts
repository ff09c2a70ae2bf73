import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readLogKeys, trust } from "#server/audit/log/log-keys.ts";
import { listLogs, readSignedTree } from "#server/audit/tree/signed-tree.ts";
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

/** Moments of a first run, each with a file that appears at that moment. A normal test run covers only the first. */
const FIRST_STARTS = [
  ["creates the database", join("database.creating", "PG_VERSION"), makeFolder],
  ["has just started", "database.lock", makeFolder],
  ["creates the first accounts", "log-key.pem", copyEmptyDatabase],
] as const;

/** Sends the head and 100 bytes of a request, after the server has begun to read the request. */
async function beginRequest({ port, dataDir }: ServerProcess): Promise<RawConnection> {
  const connection = await openSocket(port);
  const lines = ["POST /v1/predict HTTP/1.1", "Host: x", `Authorization: Bearer ${readFirstRun(dataDir)?.api_key}`];
  connection.socket.write([...lines, `Content-Length: ${example.length}`, "Expect: 100-continue", "", ""].join("\r\n"));
  await until("the server reads the request", () => connection.received() === CONTINUE);
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
  it("ends the process after requests in flight are answered, as SIGTERM does", async () => {
    const server = await startMain(await copySeededFolder());
    const { socket, answer } = await beginRequest(server);
    const ending = server.end("SIGHUP");
    await until("no connection is accepted any more", () => refusesConnections(server.port));
    socket.write(example.slice(100));
    expect(parseAnswer((await answer()).body).status).toBe(200);
    expect((await ending).code, server.output()).toBe(0);
  });
});

describe.concurrent("SIGTERM", () => {
  it("answers the request in flight, refuses new connections, writes a checkpoint and releases the lock", async () => {
    const dataDir = await copySeededFolder();
    const server = await startMain(dataDir);
    // Opens an idle keep-alive connection, which must not delay the shutdown.
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
    const { rows } = await database.pool.query("select seq, kind, request_id from events order by seq desc limit 1");
    const [{ seq, ...last }] = rows;
    expect(last).toEqual({ kind: "prediction.answered", request_id: JSON.parse(body).request_id });
    expect(headers["x-request-id"]).toBe(last.request_id);
    const folder = join(dataDir, "checkpoints");
    const [databaseId = ""] = listLogs(folder);
    const logs = await trust(readLogKeys(join(dataDir, "log-key.pem")))(databaseId);
    expect(await readSignedTree(folder, databaseId, logs)).toMatchObject({ size: Number(seq) });
  });

  it("ends the process even if a client never completes its request", async () => {
    const server = await startMain(await copySeededFolder());
    const { socket } = await beginRequest(server);
    const dripping = setInterval(() => socket.write(" "), 200);
    const { code } = await server.end("SIGTERM");
    clearInterval(dripping);
    expect(code, server.output()).toBe(0);
  });

  it("answers every request in flight with 504 before it closes the connection if the model hangs", async () => {
    const model = await startFaultyModel();
    model.behave(() => {});
    const environment = {
      MODEL_ADAPTER: "http",
      MODEL_URL: model.url,
      MODEL_CONCURRENCY: "8",
      MODEL_DEADLINE_MS: "3600000",
      DRAIN_MS: "200",
    };
    const dataDir = await copySeededFolder();
    const server = await startMain(dataDir, environment);
    const headers = { authorization: `Bearer ${readFirstRun(dataDir)?.api_key}` };
    // Retries after 503: on a slow machine the connection to the model server may time out.
    const replies = Array.from({ length: 8 }, () =>
      until("the gateway responds with a status other than 503", async () => {
        const reply = await send(`${server.url}/v1/predict`, example, headers);
        return reply.status === 503 ? undefined : reply;
      }),
    );
    await until("the model has received all requests", () => model.requests.length === 8);
    const { code } = await server.end("SIGTERM");
    for (const { status, headers, body } of await Promise.all(replies)) {
      expect(status).toBe(504);
      expect(headers.get("connection")).toBe("close");
      expect(Object(body.error)).toMatchObject({ code: "MODEL_TIMEOUT", message: expect.stringContaining("stopped") });
    }
    expect(code, server.output()).toBe(0);
  });

  it("answers 503 to a request whose body is still incomplete when the drain ends", async () => {
    const server = await startMain(await copySeededFolder(), { DRAIN_MS: "200" });
    const { answer } = await beginRequest(server);
    const { code } = await server.end("SIGTERM");
    expect(parseAnswer((await answer()).body).status).toBe(503);
    expect(code, server.output()).toBe(0);
  });

  it.each(FIRST_STARTS.slice(0, effort({ sample: 1, full: 3 })))(
    "shuts down cleanly during a first run that %s",
    async (_, file, takeFolder) => {
      const server = await launchUntil(file, takeFolder);
      const { code } = await server.end("SIGTERM");
      expect(code, server.output()).toBe(0);
      expect(existsSync(join(server.dataDir, "database.lock"))).toBe(false);
    },
  );
});

describe("an uncaught exception", () => {
  it("is logged and ends the process with exit code 1 after requests in flight are answered", async () => {
    const code = encodeURIComponent('process.on("SIGUSR2", () => { throw new Error("a defect"); })');
    const server = await startMain(await copySeededFolder(), { NODE_OPTIONS: `--import=data:text/javascript,${code}` });
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
