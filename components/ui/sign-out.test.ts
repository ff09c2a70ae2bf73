import { afterEach, expect, it, vi } from "vitest";
import { signOut } from "./sign-out.ts";
import { unsentKey } from "./unsent-key.ts";

afterEach(() => vi.unstubAllGlobals());

/** Stubs a browser tab that has unsent input, and a server that answers the sign-out with `status`. */
function openTab(status: number, answer = {}) {
  const stored = new Map([
    [unsentKey("verdicts", "ada", "one"), "a note"],
    [unsentKey("file-review", "ada", "two"), "a note"],
    ["tab-id", "3"],
  ]);
  const storage = { removeItem: (key: string) => stored.delete(key) };
  vi.stubGlobal(
    "sessionStorage",
    new Proxy(storage, {
      ownKeys: () => [...stored.keys()],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    }),
  );
  const assign = vi.fn();
  vi.stubGlobal("window", { location: { assign } });
  vi.stubGlobal("fetch", async () => Response.json(answer, { status }));
  return { stored, assign };
}

it("a sign-out removes the member's unsent input from the browser tab", async () => {
  const { stored, assign } = openTab(200);
  await signOut();
  expect([...stored.keys()]).toEqual(["tab-id"]);
  expect(assign).toHaveBeenCalledWith("/sign-in");
});

it("a sign-out continues at the provider that opened the session", async () => {
  const { assign } = openTab(200, { url: "https://id.example.org/logout" });
  await signOut();
  expect(assign).toHaveBeenCalledWith("https://id.example.org/logout");
});

it("a refused sign-out keeps the unsent input", async () => {
  const { stored, assign } = openTab(503);
  await expect(signOut()).rejects.toThrow("503");
  expect(stored.size).toBe(3);
  expect(assign).not.toHaveBeenCalled();
});

it("each member's unsent text has its own storage key", () => {
  expect(unsentKey("verdicts", "ada", "one")).not.toBe(unsentKey("verdicts", "ben", "one"));
});
