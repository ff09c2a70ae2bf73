import { describe, expect, it } from "vitest";
import { listCredentials, revokeCredential } from "#server/console/credentials/credentials.ts";
import { makeKey, readKey, writeKey } from "#server/gateway/credentials/credential-key.ts";
import { eventsOf, expectRefused } from "#test/expect-refusal.ts";
import { exchange, openSocket, type RawAnswer } from "#test/raw-socket.ts";
import { type Reply, readExample, send, startGateway } from "#test/start-gateway.ts";

const EXPECTED = { status: 401, code: "UNAUTHORIZED" };
const TEST = { type: "system", id: "test" } as const;

const gateway = await startGateway();
const { key } = gateway;
const id = readKey(key)?.id ?? "";
const expired = await gateway.issue({ name: "expired", expiresAt: new Date(Date.now() - 1) });
const revoked = await gateway.issue({ name: "revoked" });
const listed = await listCredentials(gateway.gateway);
const { credentialId = "" } = listed.find(({ name }) => name === "revoked") ?? {};
await revokeCredential(gateway.gateway, TEST, credentialId);
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const refused: readonly (readonly [why: string, headers: Record<string, string>])[] = [
  ["no credential", {}],
  ["an empty header", { authorization: "" }],
  ["a scheme without a credential", { authorization: "Bearer" }],
  ["a credential without a scheme", { authorization: key }],
  ["another scheme", { authorization: `Basic ${Buffer.from(`${key}:`).toString("base64")}` }],
  ["another scheme with the key itself", { authorization: `Token ${key}` }],
  ["something after the credential", bearer(`${key} x`)],
  ["two credentials", bearer(`${key}, Bearer ${key}`)],
  ["another header", { "x-api-key": key }],
  ["a cookie", { cookie: `authorization=Bearer ${key}` }],
  ["no form of ours", bearer("secret")],
  ["a very long credential", bearer("x".repeat(8_000))],
  ["a typo in the secret", bearer(withTypo(key, 30))],
  ["a typo in the id", bearer(withTypo(key, 6))],
  ["a typo in the checksum", bearer(withTypo(key, key.length - 1))],
  ["an unknown credential", bearer(writeKey(makeKey()))],
  ["a known id with another secret", bearer(writeKey({ id, secret: makeKey().secret }))],
  ["the known secret with another id", bearer(writeKey({ id: makeKey().id, secret: readKey(key)?.secret ?? "" }))],
  ["an expired credential", bearer(expired)],
  ["a revoked credential", bearer(revoked)],
];

describe("POST /v1/predict without an active credential", () => {
  it("keeps its connection open if the whole request has arrived", async () => {
    const { socket, answers } = await openSocket(Number(new URL(gateway.url).port));
    const head = "POST /v1/predict HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n";
    socket.write(`${head}\r\n{}${head}Connection: close\r\n\r\n{}`);
    expect((await answers()).map(({ status }) => status)).toEqual([401, 401]);
  });

  it("is refused with the same body for every reason, without an audit event", async () => {
    const bodies = new Set<string>();
    for (const [why, headers] of refused) {
      const reply = await send(gateway.url, JSON.stringify(readExample("binary")), headers);
      expect({ why, status: reply.status }).toEqual({ why, status: 401 });
      expectRefused(reply, EXPECTED);
      expect(reply.headers.get("ratelimit")).toBeNull();
      expect(await eventsOf(gateway, reply)).toEqual([]);
      bodies.add(JSON.stringify({ ...reply.body, request_id: null }));
    }
    expect(bodies.size).toBe(1);
  });

  it.each([
    ["a body that is too large", "x".repeat(32_769)],
    ["a body that is not JSON", "{"],
    ["no body", ""],
  ])("is refused before %s", async (_, body) => {
    expectRefused(await send(gateway.url, body, {}), EXPECTED);
  });

  it("is refused before the body is read", async () => {
    const lines = ["POST /v1/predict HTTP/1.1", "Host: x", "Content-Length: 1000", "Authorization: Bearer no"];
    expectRefused(toReply(await exchange(Number(new URL(gateway.url).port), lines)), EXPECTED);
  });
});

describe("an active credential", () => {
  it.each(["Bearer", "bearer", "BEARER", "Bearer "])("is accepted after the scheme %j", async (scheme) => {
    const { status } = await gateway.post(JSON.stringify(readExample("binary")), {
      authorization: `${scheme} ${gateway.key}`,
    });
    expect(status).toBe(200);
  });
});

function withTypo(key: string, index: number): string {
  return key.slice(0, index) + (key[index] === "a" ? "b" : "a") + key.slice(index + 1);
}

function toReply({ status, headers, body }: RawAnswer): Reply {
  return { status, headers: new Headers(headers), body: JSON.parse(body) };
}
