import { describe, expect, it } from "vitest";
import { refuseOversized } from "#server/process/connections/refuse-head.ts";

function statusOf(path: string, length?: number, query = ""): number | undefined {
  const headers = length === undefined ? {} : { "content-length": String(length) };
  return refuseOversized({ url: path + query, headers }, path)?.status;
}

describe("a request outside /v1 is refused before its body is read", () => {
  it.each([
    ["/api/auth/sign-in/email", 65_536],
    ["/api/join", 65_536],
    ["/sign-in", 65_536],
    ["/api/trpc/submissions.validate", 1_048_576],
  ])("when the body sent to %s exceeds %i bytes", (path, limit) => {
    expect(statusOf(path, limit)).toBeUndefined();
    expect(statusOf(path, limit + 1)).toBe(413);
  });

  it("unless it is an import, which is read line by line", () => {
    expect(statusOf("/api/import/submissions", 1e12)).toBeUndefined();
  });

  it("when its path names thousands of procedures", () => {
    expect(statusOf(`/api/trpc/${",".repeat(7_000)}`)).toBe(414);
    expect(statusOf(`/api/trpc/${Array(10).fill("submissions.withdraw").join(",")}`)).toBeUndefined();
  });

  it("when its query exceeds the maximum length", () => {
    expect(statusOf("/api/trpc/forecasts.list", undefined, `?input=${"x".repeat(8_000)}`)).toBeUndefined();
    expect(statusOf("/api/trpc/forecasts.list", undefined, `?input=${"x".repeat(9_000)}`)).toBe(414);
  });
});
