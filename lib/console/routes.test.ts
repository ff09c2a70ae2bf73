import { describe, expect, it } from "vitest";
import { routes, safeReturn } from "./routes.ts";

describe("the return address after sign-in", () => {
  it.each(["/", "/forecasts?task=a&from=2026-01-01", "/docs#QUEUE_FULL", "/audit"])("is the page %s", (to) => {
    expect(safeReturn(to)).toBe(to);
  });

  it.each([
    undefined,
    ["/forecasts"],
    "",
    "forecasts",
    "https://example.com/",
    "//example.com",
    "///example.com",
    "/\\example.com",
    "/\t/example.com",
    "/.//example.com",
    "/a/..//example.com",
    "/%2e//example.com",
    "javascript:alert(1)",
    "/api/auth/sign-out",
    "/sign-in?to=/sign-in",
    "/join/a-token",
    "/v1/predict",
  ])("is the overview instead of %j", (to) => {
    expect(safeReturn(to)).toBe("/");
  });
});

describe("a route", () => {
  it("contains only the filters that are set", () => {
    expect(routes.forecasts({ task: undefined, release: "", from: "2026-01-01" })).toBe("/forecasts?from=2026-01-01");
    expect(routes.signIn("/audit?show=everything")).toBe("/sign-in?to=%2Faudit%3Fshow%3Deverything");
    expect(routes.signIn("/")).toBe("/sign-in");
  });
});
