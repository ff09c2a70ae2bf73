import { describe, expect, it } from "vitest";
import { exampleOf, PROVOCATIONS } from "./error-examples.ts";
import { ERROR_CODES } from "./error-table.ts";

const provoked = ERROR_CODES.filter((code) => PROVOCATIONS[code].sent !== undefined);

describe("the examples of errors", () => {
  it("that a request alone can bring about are brought about", () => {
    expect(provoked).toHaveLength(7);
  });

  it.each(provoked)("what is sent for %s is answered with it, and with nothing else", (code) => {
    expect(exampleOf(code).error.issues.map((issue) => issue.code)).toEqual([code]);
  });
});
