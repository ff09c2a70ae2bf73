import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { effort } from "#test/effort.ts";
import { requestPath } from "./request-path.ts";

describe("the path of a request's target", () => {
  it.each([
    ["/", "/"],
    ["/v1/predict", "/v1/predict"],
    ["/v1/predict?x=1", "/v1/predict"],
    ["/v1/predict?x=/a#b", "/v1/predict"],
    ["/v1/predict#x?y", "/v1/predict"],
    ["/v1/predict/", "/v1/predict/"],
    ["/v1//predict", "/v1//predict"],
    ["/V1/Predict", "/V1/Predict"],
    ["/v1/%70redict", "/v1/%70redict"],
    ["/%", "/%"],
    ["/?", "/"],
    ["http://gateway.example/v1/predict?x", "/v1/predict"],
    ["https://gateway.example:8443/v1/predict", "/v1/predict"],
    ["http://gateway.example", "/"],
    ["http://gateway.example?x=/y", "/"],
    ["HTTP://gateway.example/x/../v1/predict", "/x/../v1/predict"],
  ])("of %s is %s", (target, path) => {
    expect(requestPath(target)).toBe(path);
  });

  it.each([
    undefined,
    "",
    "*",
    "//v1/predict",
    "/\\v1/predict",
    "/\\",
    "//evil.example/v1/predict",
    "///",
    "gateway.example:443",
    "v1/predict",
    "http://",
    "http://[",
    "http://user@gateway.example/v1/predict",
    "http://gateway.example//elsewhere.example/",
    "ftp://a/v1/predict",
    "javascript:alert(1)",
    "file:///etc/passwd",
  ])("is undefined for %s", (target) => {
    expect(requestPath(target)).toBeUndefined();
  });

  it("is parseable by URL or undefined, for any target", () => {
    const characters = fc.constantFrom(..."/\\:@?#%[]. a9");
    fc.assert(
      fc.property(fc.string({ unit: characters }), (target) => {
        const path = requestPath(target);
        expect(path === undefined || URL.canParse(path, "http://x")).toBe(true);
      }),
      { numRuns: effort({ sample: 2_000, full: 50_000 }) },
    );
  });
});
