import { describe, expect, it } from "vitest";
import { GatewayError } from "#server/base/errors.ts";
import { refusedCalls } from "#server/models/refused-calls.ts";
import type { Listed } from "./list-models.ts";
import { createReadiness } from "./readiness.ts";

const KEY = refusedCalls("key", { detail: "status 401" });
const OFFLINE = new GatewayError("MODEL_OFFLINE", { detail: "no connection", declined: true });
const TIMEOUT = new GatewayError("MODEL_TIMEOUT", { detail: "aborted" });
const ODD = new GatewayError("INVALID_MODEL_RESPONSE", { detail: "status 400", upstream: "Unsupported parameter" });

/** A server whose list and answer to a call a test controls; undefined is an answer. */
function serverThat(listed: Listed, answer?: GatewayError) {
  const server = { listed, answer, calls: 0, lists: 0, seconds: 0, offline: 0, failures: [] as string[] };
  const readiness = createReadiness({
    async list() {
      server.lists++;
      return server.listed;
    },
    async call() {
      server.calls++;
      if (server.answer !== undefined) throw server.answer;
    },
    now: () => new Date(server.seconds * 1_000),
    onOffline: () => void server.offline++,
    onFailure: ({ detail }) => void server.failures.push(detail),
  });
  /** Checks the readiness after a pause, and lets a short call end. */
  async function look(pause = 0) {
    server.seconds += pause;
    const state = await readiness.look();
    await new Promise(setImmediate);
    return state;
  }
  return { server, readiness, look };
}

describe("the readiness of a language model", () => {
  it.each<[Listed, GatewayError | undefined, first: string, then: string, calls: number]>([
    ["ready", undefined, "ready", "ready", 0],
    ["ready", KEY, "ready", "ready", 0],
    ["loading", undefined, "loading", "loading", 0],
    ["busy", undefined, "unclear", "unclear", 0],
    ["offline", undefined, "offline", "offline", 0],
    ["asleep", undefined, "loading", "loading", 1],
    ["unknown", undefined, "unclear", "ready", 1],
    ["unknown", KEY, "unclear", "refused", 1],
    ["unknown", OFFLINE, "unclear", "offline", 1],
    ["unknown", TIMEOUT, "unclear", "unclear", 1],
    ["unknown", ODD, "unclear", "unclear", 1],
  ])("with the list %s and a call that is answered %s is %s, then %s", async (listed, answer, first, then, calls) => {
    const { server, look } = serverThat(listed, answer);
    expect([await look(), await look()]).toEqual([first, then]);
    expect(server.calls).toBe(calls);
  });

  it("is confirmed by the list, but never denied by it", async () => {
    const { server, look } = serverThat("ready");
    await look();
    server.listed = "unknown";
    expect([await look(), await look()]).toEqual(["unclear", "ready"]);
    expect(server.calls).toBe(1);
  });

  it("does not ask for a list again that did not help, until a call fails", async () => {
    const { server, readiness, look } = serverThat("unknown");
    await look();
    const { lists } = server;
    expect([await look(5), await look(5)]).toEqual(["ready", "ready"]);
    expect(server.lists).toBe(lists);
    readiness.learn(OFFLINE);
    await look();
    expect(server.lists).toBe(lists + 1);
  });

  it("asks again after a failure with waits from one second to a minute, and never after an answer", async () => {
    const { server, look } = serverThat("unknown", TIMEOUT);
    const waits: number[] = [];
    for (let second = 0; second < 400; second++) {
      const before = server.calls;
      await look(1);
      if (server.calls > before) waits.push(server.seconds);
    }
    expect(waits.slice(1).map((at, index) => at - Number(waits[index]))).toEqual([
      1, 2, 4, 8, 16, 32, 60, 60, 60, 60, 60,
    ]);
    server.answer = undefined;
    await look(60);
    const { calls } = server;
    expect(await look(600)).toBe("ready");
    expect(server.calls).toBe(calls);
  });

  it("learns from the calls of forecasts, and tells the failure once", async () => {
    const { server, readiness, look } = serverThat("ready", KEY);
    await look();
    readiness.learn(ODD);
    readiness.learn(TIMEOUT);
    expect(await look()).toBe("ready");
    readiness.learn(KEY);
    expect(readiness.refusal()).toBe("key");
    expect([await look(), await look(1), await look(2)]).toEqual(["refused", "refused", "refused"]);
    expect(server.failures).toEqual([KEY.detail]);
    readiness.learn();
    expect(await look()).toBe("ready");
    expect(readiness.failure()).toBeUndefined();
  });

  it("keeps the server's own words about a failed call for the System page", async () => {
    const { server, readiness, look } = serverThat("unknown", ODD);
    await look();
    expect(readiness.failure()).toEqual({ detail: "status 400", upstream: "Unsupported parameter" });
    expect(server.failures).toEqual(["status 400"]);
  });

  it("ends running forecasts whenever the server is offline", async () => {
    const { server, look } = serverThat("offline");
    await look();
    await look();
    expect(server.offline).toBe(2);
  });
});
