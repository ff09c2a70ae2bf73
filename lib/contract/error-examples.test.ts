import { describe, expect, it } from "vitest";
import { expectCauseAndRemedy } from "#test/remedies.ts";
import { exampleOf, PROVOCATIONS } from "./error-examples.ts";
import { ERROR_CODES } from "./error-table.ts";

const provoked = ERROR_CODES.filter((code) => PROVOCATIONS[code].sent !== undefined);

describe("the examples of errors", () => {
  it("cover every error that a request alone can cause", () => {
    expect(provoked).toHaveLength(7);
  });

  it.each(ERROR_CODES)("state the cause and the remedy of %s", (code) => {
    expectCauseAndRemedy(exampleOf(code).error.message);
  });

  it.each(provoked)("causes %s and no other error", (code) => {
    expect(exampleOf(code).error.issues.map((issue) => issue.code)).toEqual([code]);
  });
});
