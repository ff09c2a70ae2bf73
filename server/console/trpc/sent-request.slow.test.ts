import { describe, expect, it, vi } from "vitest";
import type { PostReply } from "#test/console-session.ts";
import { eventsOf } from "#test/expect-refusal.ts";
import { signInRoles } from "#test/sign-in-roles.ts";
import { readExample } from "#test/start-gateway.ts";

const { gateway, researcher } = await signInRoles();

const example = JSON.stringify(readExample("binary"));
const encode = (text: string) => new TextEncoder().encode(text);

/** Returns the example request with the first occurrence of `from` replaced by raw bytes. */
function withBytes(from: string, bytes: readonly number[]): Uint8Array {
  const at = example.indexOf(from);
  return Buffer.concat([encode(example.slice(0, at)), Uint8Array.from(bytes), encode(example.slice(at + from.length))]);
}

/** Invalid requests that JSON.parse() or a lenient UTF-8 decoder would accept. */
const BAD: readonly [string, Uint8Array, status: number, code: string, path: string][] = [
  [
    "an option that occurs twice",
    encode(example.replace('"criteria":{', '"criteria":{"yes":"Another.",')),
    422,
    "INVALID_CRITERIA",
    "/task/criteria/yes",
  ],
  [
    "an option that occurs twice, once written with an escape sequence",
    encode(example.replace('"criteria":{', '"criteria":{"y\\u0065s":"Another.",')),
    422,
    "INVALID_CRITERIA",
    "/task/criteria/yes",
  ],
  ["a member that occurs twice", encode(example.replace("{", '{"model":"x",')), 422, "INVALID_REQUEST", "/model"],
  ["malformed UTF-8", withBytes("?", [0xff]), 400, "INVALID_JSON", ""],
  ["a byte order mark", Buffer.concat([Uint8Array.from([0xef, 0xbb, 0xbf]), encode(example)]), 400, "INVALID_JSON", ""],
];

/** Returns the error body of `/v1/predict` from a tRPC error. */
const answerIn = ({ body }: PostReply) => Object(Object(Object(body).error).data).answer;
const dataIn = ({ body }: PostReply) => Object(Object(Object(body).result).data);

describe.each(BAD)("a request with %s", (_, bytes, status, code, path) => {
  const refusal = { error: { code, issues: [{ code, path }] } };

  it("is refused by /v1/predict", async () => {
    const rest = await gateway.post(bytes);
    expect(rest.status).toBe(status);
    expect(rest.body).toMatchObject(refusal);
  });

  it("is reported by submissions.validate", async () => {
    const reply = await researcher.post("submissions.validate", bytes);
    expect(dataIn(reply)).toMatchObject({ ok: false, answer: refusal });
  });

  it("is refused by forecasts.run, which records an audit event", async () => {
    const reply = await researcher.post("forecasts.run", bytes);
    expect(reply.status).toBe(status);
    const answer = answerIn(reply);
    expect(answer).toMatchObject(refusal);
    expect(await eventsOf(gateway, { body: answer })).toMatchObject([{ kind: "prediction.refused", code }]);
  });

  it("is refused by submissions.submit", async () => {
    const body = Buffer.concat([encode('{"title":"t","request":'), bytes, encode("}")]);
    const reply = await researcher.post("submissions.submit", body);
    expect(reply.status).toBe(code === "INVALID_JSON" ? 400 : status);
    // A byte order mark within the body is not valid JSON, so tRPC itself refuses it.
    if (bytes[0] !== 0xef) expect(answerIn(reply)).toMatchObject(refusal);
  });

  it("is refused in a batch without affecting other calls, unless the body is not valid UTF-8", async () => {
    const body = Buffer.concat([encode(`{"1":${example},"0":`), bytes, encode("}")]);
    if (bytes[0] === 0xef) return;
    const { body: replies } = await researcher.post("submissions.validate,submissions.validate?batch=1", body);
    const [first, second] = Array.isArray(replies) ? replies : [];
    expect(dataIn({ status: 200, body: first })).toMatchObject({ ok: false, answer: refusal });
    expect(dataIn({ status: 200, body: second }).ok).toBe(code !== "INVALID_JSON");
  });

  it("is refused as a string, which is how the console sends requests", async () => {
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
    // The console sends typed text, which cannot contain malformed UTF-8.
    if (text.includes("\ufffd")) return;
    const reply = await researcher.fetch("submissions.validate", text);
    expect(reply.data).toMatchObject({ ok: false, answer: refusal });
  });
});

it("the body of a batch is parsed once, whatever its number of calls", async () => {
  const calls = 10;
  const body = `{${Array.from({ length: calls }, (_, index) => `"${index}":${example}`).join(",")}}`;
  const parse = vi.spyOn(JSON, "parse");
  const path = `${Array.from({ length: calls }, () => "submissions.validate").join(",")}?batch=1`;
  const { body: replies } = await researcher.post(path, body);
  const parses = parse.mock.calls.filter(([text]) => text === body);
  parse.mockRestore();
  expect(replies).toHaveLength(calls);
  expect(parses.length).toBeLessThanOrEqual(1);
});

describe("a procedure that takes a request", () => {
  it.each([
    ["the request", `{"request":${example},"request":${example}}`, "/request"],
    ["a field next to the request", `{"title":"a","title":"b","request":${example}}`, "/title"],
  ])("refuses a field that occurs twice: %s", async (_, body, path) => {
    const reply = await researcher.post("submissions.submit", body);
    expect(reply.status).toBe(422);
    expect(answerIn(reply)).toMatchObject({ error: { code: "INVALID_REQUEST", issues: [{ path }] } });
  });

  it("accepts a request as a string", async () => {
    expect(await researcher.fetch("submissions.validate", example)).toMatchObject({ status: 200, data: { ok: true } });
    expect(await researcher.fetch("forecasts.run", example)).toMatchObject({ status: 200, data: { mode: "research" } });
    const submitted = await researcher.fetch("submissions.submit", { request: example });
    expect(submitted).toMatchObject({ status: 200, data: { status: "submitted" } });
  });

  it.each([
    ["", "INVALID_JSON"],
    ["{", "INVALID_JSON"],
    ["\ufeff{}", "INVALID_JSON"],
    ["[]", "INVALID_REQUEST"],
  ])("returns the same error for the string %j as /v1/predict returns for the body", async (text, code) => {
    const rest = await gateway.post(text);
    const { data } = await researcher.fetch("submissions.validate", text);
    expect(rest.body).toMatchObject({ error: { code } });
    expect(Object(Object(data).answer).error).toEqual(rest.body.error);
  });

  it("applies the size limit to the request as it was sent", async () => {
    const padded = example.replace("{", `{${" ".repeat(32_768)}`);
    const reply = await researcher.post("forecasts.run", padded);
    expect(reply.status).toBe(413);
    expect(answerIn(reply)).toMatchObject({ error: { code: "REQUEST_TOO_LARGE" } });
  });

  it("runs one forecast per Idempotency-Key", async () => {
    const headers = { "idempotency-key": '"a click"' };
    const replies = await Promise.all([1, 2].map(() => researcher.post("forecasts.run", example, headers)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    const [first, second] = replies.map(dataIn);
    expect(second).toEqual(first);
    const another = dataIn(await researcher.post("forecasts.run", example, { "idempotency-key": "another" }));
    expect(another.request_id).not.toBe(first.request_id);
    const changed = await researcher.post("forecasts.run", JSON.stringify(readExample("counts")), headers);
    expect(answerIn(changed)).toMatchObject({ error: { code: "INVALID_REQUEST" } });
  });
});
