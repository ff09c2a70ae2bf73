import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { listIssues, pointer } from "./issue.ts";

/** Decodes a JSON Pointer (RFC 6901, section 4). */
const steps = (path: string) =>
  path
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));

describe("the path of an issue", () => {
  it("is a JSON Pointer to the value", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string({ unit: "binary", maxLength: 30 }), fc.constantFrom("~1", "/~0", "", "a/b")), {
          maxLength: 6,
        }),
        (path) => {
          expect(steps(pointer(path))).toEqual(path);
        },
      ),
    );
  });

  it("is empty for the whole body, and contains array indices", () => {
    expect(pointer([])).toBe("");
    expect(pointer(["input", "context", 0, ""])).toBe("/input/context/0/");
  });

  it("truncates long names, and replaces lone surrogates", () => {
    const path = pointer(["x".repeat(10_000), `${"x".repeat(127)}😀`, "\ud800"]);
    expect(path.length).toBeLessThan(400);
    expect(path.isWellFormed()).toBe(true);
  });
});

describe("a list of issues", () => {
  it("contains at most 50 issues per error code", () => {
    const { issues, add } = listIssues();
    for (let count = 0; count < 60; count++) {
      add("INVALID_CONTEXT", ["input", count], "no");
      add("INVALID_TASK", ["task", count], "no");
    }
    expect(issues).toHaveLength(100);
    expect(issues[99]).toEqual({ code: "INVALID_TASK", path: "/task/49", message: "no" });
  });
});
