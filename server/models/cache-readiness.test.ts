import { describe, expect, it } from "vitest";
import type { ModelState } from "#lib/domain/model-state.ts";
import { cacheReadiness } from "./cache-readiness.ts";

/** Creates a readiness cache whose clock and server state the test controls. */
function start() {
  let time = 0;
  let checks = 0;
  let state: ModelState = "ready";
  const readiness = cacheReadiness({
    probe: async () => {
      checks++;
      return state;
    },
    now: () => new Date(time),
  });
  return {
    ...readiness,
    checks: () => checks,
    at(next: number, found: ModelState = state) {
      time = next;
      state = found;
    },
  };
}

describe("the readiness of a model", () => {
  it("is checked once for concurrent callers", async () => {
    const { current, checks } = start();
    expect(await Promise.all([current(), current(), current()])).toEqual(["ready", "ready", "ready"]);
    expect(checks()).toBe(1);
  });

  it("is cached for one second in every state", async () => {
    const { current, checks, at } = start();
    await current();
    at(999, "offline");
    expect(await current()).toBe("ready");
    at(1_000);
    expect(await current()).toBe("offline");
    at(1_999, "ready");
    expect(await current()).toBe("offline");
    at(2_000);
    expect(await current()).toBe("ready");
    expect(checks()).toBe(3);
  });

  it("is checked again if the clock was set back", async () => {
    const { current, checks, at } = start();
    at(60_000);
    await current();
    at(0, "loading");
    expect(await current()).toBe("loading");
    expect(checks()).toBe(2);
  });

  it("includes the time when the current state began", async () => {
    const { current, since, at } = start();
    expect(since()).toBeUndefined();
    at(5_000);
    await current();
    at(9_000);
    await current();
    expect(since()).toEqual(new Date(5_000));
    at(12_000, "offline");
    await current();
    expect(since()).toEqual(new Date(12_000));
  });
});
