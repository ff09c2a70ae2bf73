import { request as httpRequest } from "node:http";
import { expect, it } from "vitest";
import { SAMPLE_REQUEST } from "#lib/contract/sample-request.ts";
import { openAgent, PROTOCOL, postMcp, toMessage } from "#test/agent-client.ts";
import { newRequest } from "#test/review.ts";
import { readExample, startGateway } from "#test/start-gateway.ts";
import { until } from "#test/until.ts";

const gateway = await startGateway({ MCP_HOSTS: "mcp.example.org, ::2" });
const agent = await openAgent(gateway);
const authorization = `Bearer ${gateway.key}`;
const list = toMessage("tools/list");

/** fetch() sets the Host header itself. */
function statusFor(headers: Readonly<Record<string, string>>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const all = { authorization, accept: "application/json, text/event-stream", "content-type": "application/json" };
    const sent = httpRequest(agent.url, { method: "POST", headers: { ...all, ...list.headers, ...headers } });
    sent.on("response", (response) => resolve(response.resume().statusCode)).on("error", reject);
    sent.end(list.body);
  });
}

const eventCount = async () =>
  (await gateway.gateway.database.pool.query("select count(*)::int as count from events")).rows[0].count;

it.each([
  ["127.0.0.1:3000", undefined, 200],
  ["localhost", "http://localhost:3000", 200],
  ["[::1]:80", undefined, 200],
  ["mcp.example.org", "https://mcp.example.org", 200],
  ["[::2]", undefined, 200],
  ["evil.example.com", undefined, 403],
  ["127.0.0.1", "http://evil.example.com", 403],
  ["127.0.0.1", "null", 403],
  ["127.0.0.1.evil.example.com", undefined, 403],
])("answers Host %s with Origin %s with %i", async (host, origin, status) => {
  expect(await statusFor({ host, ...(origin !== undefined && { origin }) })).toBe(status);
});

it("answers a request without a valid key with 401 that starts no OAuth flow", async () => {
  for (const sent of [{}, { authorization: "Bearer dmk_x" }, { authorization: "Bearer dmp_x" }, { cookie: "a=b" }]) {
    const { status, headers, body } = await postMcp(agent.url, list.body, { ...list.headers, ...sent });
    expect(status).toBe(401);
    expect(headers.get("www-authenticate")).toBe("Bearer");
    expect(body.error.message).toMatch(/API key, which an administrator issues|personal token/);
  }
});

it.each(["GET", "DELETE", "PUT", "OPTIONS"])("answers %s with 405", async (method) => {
  const response = await fetch(agent.url, { method, headers: { authorization } });
  expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
});

it.each([
  ["a batch", "[{},{}]", 400],
  ["an empty batch", "[]", 400],
  ["no JSON", "{", 400],
  ["no object", "7", 400],
  ["invalid UTF-8", Buffer.from([0xff, 0x7b]), 400],
  ["deep nesting", `{"a":${"[".repeat(60_000)}${"]".repeat(60_000)}}`, 400],
  ["too many bytes", " ".repeat(128 * 1_024 + 1), 413],
  ["another content type", "{}", 415],
])("refuses %s before any tool runs", async (what, body, status) => {
  const type = what === "another content type" ? "text/plain" : "application/json";
  const before = await eventCount();
  const sent = { authorization, ...list.headers, "content-type": type };
  const response = await fetch(agent.url, { method: "POST", headers: sent, body: body as BodyInit });
  expect(response.status).toBe(status);
  expect(await response.json()).toHaveProperty("error");
  expect(await eventCount()).toBe(before);
});

it.each(["1999-01-01", "2099-01-01", "x"])("refuses the protocol version %s", async (version) => {
  const body = list.body.replace(PROTOCOL, version);
  const reply = await postMcp(agent.url, body, { authorization, ...list.headers, "mcp-protocol-version": version });
  expect(reply.status).toBe(400);
  expect(reply.body.error).toHaveProperty("code");
});

it("answers unknown tools, unknown methods and wrong arguments with errors", async () => {
  expect((await agent.send(gateway.key, "tools/call", { name: "drop_tables", arguments: {} })).body.error.code).toBe(
    -32602,
  );
  expect((await agent.send(gateway.key, "tasks/list")).body.error.code).toBe(-32601);
  expect((await agent.send(gateway.key, "subscriptions/listen", { notifications: {} })).body.error.code).toBe(-32601);
  const deep = JSON.parse("[".repeat(5_000) + "]".repeat(5_000));
  for (const given of [{}, { request: SAMPLE_REQUEST, idempotency_key: "x" }, { request: deep }, { request: "{}" }]) {
    const { body } = await agent.send(gateway.key, "tools/call", { name: "predict", arguments: given });
    expect(body.result.isError).toBe(true);
    expect(body.result.content[0].text).toMatch(/^Input validation error/);
  }
});

it("takes a request of 32 KiB that the envelope escapes, and refuses a larger one as REST does", async () => {
  const request = JSON.stringify(readExample("binary"));
  const padding = 32_768 - Buffer.byteLength(request) - 4;
  const escaped = `${request.slice(0, -1)}${"\n".repeat(padding)}${request.slice(-1)}    `;
  expect(Buffer.byteLength(escaped)).toBe(32_768);
  expect(await agent.call(gateway.key, "predict", { request: escaped, idempotency_key: "a" })).toMatchObject({
    choice: "yes",
  });
  const larger = await agent.call(gateway.key, "predict", { request: `${escaped} `, idempotency_key: "b" });
  expect(larger).toMatchObject({ code: "REQUEST_TOO_LARGE", isError: true });
  const surrogate = await agent.call(gateway.key, "predict", { request: `"\ud800"`, idempotency_key: "c" });
  expect(surrogate).toMatchObject({ code: "INVALID_JSON", isError: true });
});

it("keeps order, duplicates and numbers of a request", async () => {
  const { model, input } = readExample("binary");
  const data = { kind: "counts", reference_class: "cases", counts: { b: 1, 10: 2, 9: 3, a: 4 } };
  const context = [{ type: "structured", data, observed_at: input.as_of }];
  const task = { ...newRequest().task, criteria: "OPTIONS" };
  const text = JSON.stringify({ model, task, input: { ...input, context } });
  const ordered = text.replace('"OPTIONS"', '{"b":"b","10":"ten","9":"nine","a":"a"}');
  const sent = await agent.call(gateway.key, "predict", { request: ordered, idempotency_key: "order" });
  const found = await agent.call(gateway.key, "find_questions", {});
  expect(found.questions[0].submission).toEqual({ id: sent.submission.id, status: "submitted" });
  const { rows } = await gateway.gateway.database.pool.query(
    "select options, origin, client from submissions where id = $1",
    [sent.submission.id],
  );
  expect(rows).toEqual([{ options: ["b", "10", "9", "a"], origin: "agent", client: "test client 1" }]);
  const twice = await agent.call(gateway.key, "check_request", { request: ordered.replace('"10":"ten"', '"b":"ten"') });
  expect(twice.error.code).toBe("INVALID_CRITERIA");
  const large = ordered.replace('{"type"', '{"n":12345678901234567890,"type"');
  const refused = await agent.call(gateway.key, "check_request", { request: large });
  expect(refused.error.issues[0].path).toBe("/task/n");
});

it("accepts a key only on the API surface that it is limited to", async () => {
  const [forMcp, forRest] = [
    await gateway.issue({ name: "for MCP", limitedTo: "mcp" }),
    await gateway.issue({ name: "for REST", limitedTo: "rest" }),
  ];
  const body = JSON.stringify(readExample("binary"));
  const refused = await gateway.post(body, { authorization: `Bearer ${forMcp}` });
  expect([refused.status, Object(refused.body.error).message]).toEqual([
    401,
    "This API key is limited to MCP. Send another key.",
  ]);
  expect((await gateway.post(body, { authorization: `Bearer ${forRest}` })).status).toBe(200);
  expect((await agent.send(forMcp, "tools/list")).status).toBe(200);
  expect((await agent.send(forRest, "tools/list")).status).toBe(401);
});

it("answers 1,000 calls a minute: those over the limit with RATE_LIMITED, predictions by their own limit", async () => {
  const key = await gateway.issue({ name: "eager", ratePerMinute: 5 });
  const request = JSON.stringify(readExample("binary"));
  const codes = new Map<string, number>();
  const count = (code: string) => codes.set(code, (codes.get(code) ?? 0) + 1);
  for (let batch = 0; batch < 50; batch++) {
    const calls = Array.from({ length: 10 }, async (_, index) => {
      count((await agent.call(key, "check_request", { request })).code ?? "checked");
      const given = { request, idempotency_key: `${batch}-${index}` };
      count((await agent.call(key, "predict", given)).code ?? "answered");
    });
    await Promise.all(calls);
  }
  expect(codes.get("RATE_LIMITED")).toBeGreaterThan(900);
  expect(codes.get("answered")).toBeGreaterThanOrEqual(5);
  expect(codes.get("checked")).toBeGreaterThanOrEqual(5);
  expect([...codes.values()].reduce((sum, each) => sum + each, 0)).toBe(1_000);
  const { status, headers } = await agent.send(key, "tools/list");
  expect([status, headers.get("retry-after")]).toEqual([429, expect.stringMatching(/^\d+$/)]);
});

it("records the request of a client that leaves", async () => {
  const key = await gateway.issue({ name: "hasty" });
  const leaving = new AbortController();
  const { headers, body } = toMessage("tools/call", {
    name: "predict",
    arguments: { request: JSON.stringify(newRequest()), idempotency_key: "left" },
  });
  const all = {
    authorization: `Bearer ${key}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  const left = fetch(agent.url, { method: "POST", headers: { ...all, ...headers }, body, signal: leaving.signal });
  await until(
    "the request is sent for review",
    async () => (await agent.call(key, "find_questions", {})).questions.length > 0,
  );
  leaving.abort();
  await left.catch(() => {});
  expect((await agent.call(key, "find_questions", {})).questions).toHaveLength(1);
});
