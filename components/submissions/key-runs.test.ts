import { TRPCClientError } from "@trpc/client";
import { describe, expect, it } from "vitest";
import { keyRuns } from "./use-run.ts";

const lost = new TRPCClientError("Failed to fetch");
const refused = new TRPCClientError("Refused", { result: { error: { data: { code: "FORBIDDEN" } } } });

/** Runs each text against a fake gateway that answers or fails as specified. Returns the received idempotency keys. */
async function keysOf(...runs: readonly (readonly [text: string, error?: Error | undefined])[]): Promise<string[]> {
  const keys: string[] = [];
  const errors = runs.map(([, error]) => error);
  const run = keyRuns(async (_text, key) => {
    keys.push(key);
    const error = errors.shift();
    if (error !== undefined) throw error;
  });
  for (const [text] of runs) await run(text).catch(() => {});
  return keys;
}

describe("idempotency key of a run", () => {
  it("stays the same until the gateway has answered, even if other requests are run in between", async () => {
    const [first, other, again] = await keysOf(["a", lost], ["b"], ["a"]);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  it("is the same for a double click", async () => {
    const keys: string[] = [];
    const run = keyRuns(async (_text, key) => void keys.push(key));
    await Promise.all([run("a"), run("a")]);
    expect(new Set(keys).size).toBe(1);
  });

  it("is not discarded by a late answer to an earlier run of the same request", async () => {
    const keys: string[] = [];
    const late = Promise.withResolvers<void>();
    const answers = [Promise.resolve(), late.promise, Promise.reject(lost), Promise.resolve()];
    const run = keyRuns(async (_text, key) => answers[keys.push(key) - 1]);
    const double = [run("a"), run("a")];
    await double[0];
    await run("a").catch(() => {});
    late.resolve();
    await double[1];
    await run("a");
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
    expect(keys[3]).toBe(keys[2]);
  });

  it.each([
    ["a forecast", undefined],
    ["a refusal", refused],
  ])("is a new key after %s", async (_answer, error) => {
    const [first, next] = await keysOf(["a", error], ["a"]);
    expect(next).not.toBe(first);
  });
});
