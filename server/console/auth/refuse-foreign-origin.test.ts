import { describe, expect, it } from "vitest";
import { readConfig } from "#server/config/read-config.ts";
import { refuseForeignOrigin } from "./refuse-foreign-origin.ts";

const open = readConfig({ PORT: "3000" });
const configured = readConfig({ CONSOLE_URL: "https://forecasts.example.org/", PORT: "3000" });

function statusOf(config: typeof open, method: string, origin?: string): number {
  const headers: Record<string, string> = origin === undefined ? {} : { origin };
  return (
    refuseForeignOrigin(config, new Request("http://localhost:3000/api/trpc/x", { method, headers }))?.status ?? 200
  );
}

describe("a request that changes something", () => {
  it.each(["http://localhost:3000", "http://127.0.0.1:3000", "http://[::1]:3000"])(
    "may come from the origin %s",
    (origin) => {
      for (const method of ["POST", "PUT", "PATCH", "DELETE"]) expect(statusOf(open, method, origin)).toBe(200);
    },
  );

  it.each([
    undefined,
    "null",
    "",
    "https://localhost:3000",
    "http://localhost",
    "http://localhost:3001",
    "http://LOCALHOST:3000",
    "http://localhost:3000/",
    "http://localhost:3000.evil.example",
    "http://evil.example",
    "http://evil.example#http://localhost:3000",
    "http://localhost:3000 http://evil.example",
  ])("may not come from the origin %j", (origin) => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
      expect(statusOf(open, method, origin)).toBe(403);
  });

  it("may only come from the origin of CONSOLE_URL, if CONSOLE_URL is set", () => {
    expect(statusOf(configured, "POST", "https://forecasts.example.org")).toBe(200);
    for (const origin of ["http://localhost:3000", "http://forecasts.example.org", "https://x.forecasts.example.org"]) {
      expect(statusOf(configured, "POST", origin)).toBe(403);
    }
  });

  it("is refused with a JSON error that contains the required Origin header", async () => {
    const refusal = refuseForeignOrigin(configured, new Request("http://x/", { method: "POST" }));
    expect(await refusal?.json()).toMatchObject({
      error: { code: "FORBIDDEN", message: expect.stringContaining('"Origin: https://forecasts.example.org"') },
    });
  });
});

describe("a request that changes nothing", () => {
  it.each(["GET", "HEAD"])("may come from any origin: %s", (method) => {
    for (const origin of [undefined, "null", "http://evil.example"]) expect(statusOf(open, method, origin)).toBe(200);
  });
});
