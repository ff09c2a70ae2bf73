import { generateKeyPairSync } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { printPolicy } from "#lib/tlog/policy.ts";
import { openLogSigner } from "#server/audit/tree/note-signer.ts";
import { signIn } from "#test/console-client.ts";
import { freePort } from "#test/free-port.ts";
import { openSocket } from "#test/raw-socket.ts";
import { makeFolder, type RunningProcess, run, runNode } from "#test/run-process.ts";
import { startSeeded } from "#test/start-seeded.ts";

interface Server {
  readonly process: RunningProcess;
  readonly port: number;
  /** A path, and the status of its answer to GET if not 200. */
  readonly probe: string;
  readonly found?: number;
  /** Paths that read a body. */
  readonly posts: readonly string[];
  /** Header lines that are sent with bodies, so that the server reads them. */
  readonly headers: readonly string[];
}

/** All HTTP servers of the product, by the file that listens. */
const SERVERS: Record<string, () => Promise<Server>> = {
  "server/process/serve.ts": async () => {
    const started = await startSeeded({ METRICS_TOKEN: "a-token-for-the-metrics-page" });
    const { server: process, accounts, authorization } = started;
    const { cookie } = await signIn(process.url, accounts.researcher);
    const origin = `Origin: ${process.url}`;
    const headers = [`Cookie: ${cookie}`, origin, `Authorization: ${authorization}`];
    const posts = ["/v1/predict", "/health/live", "/metrics", "/api/auth/sign-in/email", "/api/join", "/openapi.json"];
    const more = [
      "/api/trpc/submissions.validate",
      "/api/import/submissions",
      "/api/import/evaluations",
      "/docs",
      "/mcp",
    ];
    return { process, port: process.port, probe: "/health/live", posts: [...posts, ...more], headers };
  },
  "server/audit/witness/serve-witness.ts": async () => {
    const folder = makeFolder();
    const port = await freePort();
    const policy = join(folder, "policy");
    const log = await openLogSigner("example.com/log", generateKeyPairSync("ed25519").privateKey);
    writeFileSync(policy, printPolicy([log.key], []));
    const args = ["--name", "witness.example/w1", "--policy", policy, "--folder", folder, "--port", String(port)];
    const process = runNode(["scripts/witness.ts", ...args]);
    await process.printed("The witness listens");
    return { process, port, probe: "/", found: 404, posts: ["/add-checkpoint"], headers: [] };
  },
  "examples/model-server/node/server.mjs": () => startModel(process.execPath, "examples/model-server/node/server.mjs"),
  "examples/model-server/python/server.py": () => startModel("python3", "examples/model-server/python/server.py"),
};

async function startModel(program: string, file: string): Promise<Server> {
  const port = await freePort();
  const process = run(program, [file], { PORT: String(port), LOAD_MS: "0" });
  await process.printed("The model is loaded.");
  return { process, port, probe: "/health/ready", posts: ["/predict", "/other"], headers: [] };
}

const TARGETS = [
  ...["//", "//[", "/\\", "*", "?", "a", "http://", "http://[::1", "http://a:99999/x", "http://x:y/", "/%zz", "/%ff"],
  ...["/..", "/%2e%2e/x", "/%00", "/[...missing]", "/_next/data/x", "/_next/%zz", "/receipts/%00", "/join/%25zz"],
  ...["/api/trpc/a,b?batch=1&input=%ff", "/api/auth/callback/oidc?state=%ff", "/add-checkpoint/..", "/predict?%zz"],
  ...fc.sample(fc.stringMatching(/^[/\\[\]@:?#%.*~{}|^`&=+;,a1]{1,12}$/), 60),
  ...fc.sample(fc.stringMatching(/^\/[/\\[\]@:?#%.*~{}|^`&=+;,a1]{0,12}$/), 60),
];

const PARTS = [
  ["a part of the length", "Content-Length: 100", '{"a":'],
  ["a part of the chunks", "Transfer-Encoding: chunked", "5\r\nabcde\r\n"],
  ["a malformed chunk", "Transfer-Encoding: chunked", "zz\r\nabcde\r\n"],
  ["a malformed length", "Content-Length: ten", "{}"],
] as const;

let servers: ReadonlyMap<string, Server>;

beforeAll(async () => {
  const started = Object.entries(SERVERS).map(async ([file, start]) => [file, await start()] as const);
  servers = new Map(await Promise.all(started));
});

const serverOf = (file: string) => servers.get(file) as Server;

/** Sends bytes, then ends or resets the connection unless the server ends it. Returns the statuses of all answers. */
async function send(port: number, lines: readonly string[], body = "", leave?: "end" | "reset"): Promise<number[]> {
  const { socket, received } = await openSocket(port);
  const closed = new Promise((resolve) => socket.once("close", resolve));
  await new Promise((resolve) => socket.write([...lines, "", body].join("\r\n"), resolve));
  if (leave === "end") socket.end();
  if (leave === "reset") socket.resetAndDestroy();
  await closed;
  return [...received().matchAll(/^HTTP\/1\.[01] (\d{3}) /gm)].map(([, status]) => Number(status));
}

async function expectAnswers({ port, probe, found = 200 }: Server): Promise<void> {
  const [status = 0] = await send(port, [`GET ${probe} HTTP/1.1`, "Host: x", "Connection: close"]);
  expect(status).toBe(found);
}

describe.each(Object.keys(SERVERS))("%s", (file) => {
  it("answers odd request targets with less than 500", async () => {
    const server = serverOf(file);
    for (const target of TARGETS)
      for (const method of ["GET", "POST"]) {
        const lines = [`${method} ${target} HTTP/1.1`, "Host: x", "Content-Length: 0", "Connection: close"];
        const [status = 0] = await send(server.port, lines);
        expect(status, `${method} ${target}`).toBeGreaterThanOrEqual(200);
        expect(status, `${method} ${target}`).toBeLessThan(500);
      }
    await expectAnswers(server);
  });

  it.each(PARTS)("continues after a body that ends with %s", async (_, header, body) => {
    const server = serverOf(file);
    for (const leave of ["end", "reset"] as const) {
      const sending = server.posts.map(async (path) => {
        const lines = [`POST ${path} HTTP/1.1`, "Host: x", header, ...server.headers];
        const statuses = await send(server.port, lines, body, leave);
        expect(Math.max(0, ...statuses), `${path} ${leave}`).toBeLessThan(500);
      });
      await Promise.all(sending);
    }
    await expectAnswers(server);
  });

  it("logs no error and no stack for them", async () => {
    const { process } = serverOf(file);
    await process.end();
    expect(process.output()).not.toMatch(/"level":[56]0|^\s+at |\\n\s+at |Traceback/m);
  });
});

it("every file that starts an HTTP server is listed", () => {
  const files = ["server", "scripts", "app", "lib", "examples"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
  );
  const starts = files
    .filter((name) => /(?<!\.test)\.(tsx?|mjs|py)$/.test(name))
    .filter((name) => /\bcreateServer\(|HTTPServer\b/.test(readFileSync(name, "utf8")));
  expect(starts.sort()).toEqual(Object.keys(SERVERS).sort());
});
