import { request as forward, type IncomingMessage, type ServerResponse } from "node:http";
import { resolve } from "node:path";
import { pipeline } from "node:stream";
import { Client as ClientOf2026, StreamableHTTPClientTransport as TransportOf2026 } from "@modelcontextprotocol/client";
import { Client as ClientOf2025 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportOf2025 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { describe, expect, it } from "vitest";
import { serveMcp } from "#server/process/serve-mcp.ts";
import { signIn } from "#test/console-client.ts";
import { listen } from "#test/listen.ts";
import { createFixture } from "#test/mcp-fixture.ts";
import { approval, newRequest } from "#test/review.ts";
import { makeFolder, run } from "#test/run-process.ts";
import { startGateway } from "#test/start-gateway.ts";
import { startSeeded } from "#test/start-seeded.ts";

// The packages of the protocol's authors: two generations of clients, the Inspector and the conformance suites.

const { server, api_key, accounts, authorization } = await startSeeded({ RATE_LIMIT_PER_MINUTE: "100000" });
const url = `${server.url}/mcp`;

/** The conformance suites send no key, so this server adds it. Host and Origin are passed on. */
const real = await listen((request: IncomingMessage, response: ServerResponse) => {
  const { method, headers } = request;
  const sent = forward(url, { method, headers: { ...headers, authorization } }, (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    pipeline(answer, response, () => {});
  });
  pipeline(request, sent, () => {});
});

/** The same entrance with the tools that the suites call by name. */
const gateway = await startGateway();
const fixture = await listen((request, response) => {
  request.headers.authorization = `Bearer ${gateway.key}`;
  void serveMcp(gateway.gateway, request, response, { makeServer: createFixture });
});

const LISTS = ["tools-list", "resources-list", "prompts-list"];
const CALLS = ["simple-text", "image", "audio", "embedded-resource", "mixed-content", "error", "with-progress"];
const READS = ["resources-read-text", "resources-read-binary", "resources-templates-read"];
const PROMPTS = ["simple", "with-args", "embedded-resource", "with-image"];
const OF_2025 = ["server-initialize", "ping", ...LISTS];
const OF_NOVEMBER = ["dns-rebinding-protection", "server-sse-multiple-streams"];
const OF_2026 = ["caching", "http-header-validation", ...OF_NOVEMBER, "sep-2164-resource-not-found"];
const CONTENT = [
  ...CALLS.map((name) => `tools-call-${name}`),
  ...READS,
  ...PROMPTS.map((name) => `prompts-get-${name}`),
];
const INPUT = [
  ...["basic-elicitation", "basic-sampling", "basic-list-roots", "request-state", "multiple-input-requests"],
  ...["multi-round", "missing-input-response", "non-tool-request", "result-type", "unsupported-methods"],
  ...["tampered-state", "capability-check", "ignore-extra-params", "validate-input"],
].map((name) => `input-required-result-${name}`);

async function passedScenarios(suite: string, version: string, origin: string): Promise<readonly string[]> {
  const program = `node_modules/${suite}/dist/index.js`;
  const folder = ["--output-dir", makeFolder()];
  const options = ["--url", `${origin}/mcp`, "--spec-version", version, "--suite", "all", ...folder];
  const suiteRun = run(process.execPath, [program, "server", ...options]);
  await suiteRun.exit;
  return [...suiteRun.output().matchAll(/^✓ ([\w-]+): \d+ passed, 0 failed/gm)].map(([, name = ""]) => name);
}

const OLD = "conformance-0.1.16";
const NEW = "@modelcontextprotocol/conformance";

describe("passes the scenarios of @modelcontextprotocol/conformance", () => {
  it.each([
    [OLD, "2025-06-18", "gateway", OF_2025],
    [OLD, "2025-11-25", "gateway", [...OF_2025, ...OF_NOVEMBER]],
    [OLD, "2025-11-25", "fixture", [...OF_2025, ...OF_NOVEMBER, ...CONTENT, "logging-set-level"]],
    [NEW, "2026-07-28", "gateway", [...LISTS, ...OF_2026]],
    [NEW, "2026-07-28", "fixture", ["server-stateless", ...LISTS, ...OF_2026, ...CONTENT, ...INPUT]],
  ])("%s of %s against the %s", async (suite, version, target, scenarios) => {
    const passed = await passedScenarios(suite, version, target === "gateway" ? real.origin : fixture.origin);
    expect(scenarios.filter((name) => !passed.includes(name))).toEqual([]);
  });
});

type Call = (name: string, given: Record<string, string>) => Promise<ReturnType<typeof JSON.parse>>;

const requestInit = { headers: { authorization } };
const callerOf = (client: ClientOf2025 | ClientOf2026): Call => {
  return async (name, given) => JSON.parse(textOf(await client.callTool({ name, arguments: given })));
};
const textOf = (result: unknown): string => Object(result).content[0].text;

async function connect2026(): Promise<Call> {
  const client = new ClientOf2026({ name: "client of 2026", version: "2" }, { versionNegotiation: { mode: "auto" } });
  await client.connect(new TransportOf2026(new URL(url), { requestInit }));
  return callerOf(client);
}

async function connect2025(): Promise<Call> {
  const client = new ClientOf2025({ name: "client of 2025", version: "1" });
  await client.connect(new TransportOf2025(new URL(url), { requestInit }) as Parameters<typeof client.connect>[0]);
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain("predict");
  return callerOf(client);
}

async function useInspector(): Promise<Call> {
  return async (name, given) => {
    const pairs = Object.entries(given).flatMap(([argument, value]) => [
      "--tool-arg",
      `${argument}=${JSON.stringify(value)}`,
    ]);
    // The program finds its own package.json only if it runs in its folder.
    const folder = resolve("node_modules/@modelcontextprotocol/inspector-cli/build");
    const program = ["--import", `data:text/javascript,process.chdir(${JSON.stringify(folder)})`, `${folder}/index.js`];
    const to = [url, "--transport", "http", "--header", `Authorization: Bearer ${api_key}`, "--method", "tools/call"];
    const inspector = run(process.execPath, [...program, ...to, "--tool-name", name, ...pairs]);
    await inspector.exit;
    return JSON.parse(textOf(JSON.parse(inspector.output())));
  };
}

describe("runs the story from a question to its forecast with a real gateway", () => {
  it.each([
    ["@modelcontextprotocol/client 2.x", connect2026, "client of 2026 2"],
    ["@modelcontextprotocol/sdk 1.x", connect2025, "client of 2025 1"],
    ["the Inspector's command line", useInspector, expect.stringContaining("inspector")],
  ])("%s", async (_, connect, announced) => {
    const call = await connect();
    const text = JSON.stringify(newRequest());
    expect(await call("check_request", { request: text })).toMatchObject({ needs_review: true });
    const given = { request: text, idempotency_key: crypto.randomUUID() };
    const { submission } = await call("predict", given);
    const reviewer = await signIn(server.url, accounts.reviewer);
    const seen = { submissionId: submission.id, taskId: submission.task_id, inputId: submission.input_id };
    expect(await reviewer.query("submissions.get", { submissionId: submission.id })).toMatchObject({
      client: announced,
    });
    await reviewer.mutate("reviews.decide", approval(seen));
    expect(await call("review_status", { submission_id: submission.id })).toMatchObject({
      submission: { status: "approved" },
    });
    const answer = await call("predict", given);
    expect(answer).toMatchObject({ choice: "yes" });
    expect(await call("predict", given)).toMatchObject({ request_id: answer.request_id, replayed: true });
    const forecast = await call("get_forecast", { request_id: answer.request_id });
    expect(forecast.probabilities).toEqual(answer.probabilities);
    const proof = await fetch(`${server.url}/receipts/${answer.request_id}`, { headers: { authorization } });
    expect([proof.status, (await proof.text()).startsWith("c2sp.org/tlog-proof")]).toEqual([200, true]);
    expect(await call("get_score", { request_id: answer.request_id })).toMatchObject({ scored: false });
  });
});

it("answers the discovery of OAuth with a JSON 404, and a body over 128 KiB with 413", async () => {
  const discovery = await fetch(`${server.url}/.well-known/oauth-protected-resource`);
  expect([discovery.status, discovery.headers.get("content-type")]).toEqual([404, "application/json"]);
  const large = await fetch(url, { method: "POST", headers: { authorization }, body: " ".repeat(131_073) });
  expect([large.status, Object(await large.json()).error.code]).toEqual([413, "REQUEST_TOO_LARGE"]);
});
