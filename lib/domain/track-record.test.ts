import { expect, it } from "vitest";
import { namePart } from "./track-record.ts";

it("converts the project's codes to words, and leaves free text unchanged", () => {
  expect(namePart("origin", "caller")).toBe("backend");
  expect(namePart("origin", "constructor")).toBe("constructor");
  expect(namePart("finding", "date-after-as-of")).toBe("date after the cutoff");
  expect(namePart("finding", "no finding")).toBe("no finding");
  expect(["us_cpi", "us.cpi", "us cpi"].map((tag) => namePart("tag", tag))).toEqual(["us_cpi", "us.cpi", "us cpi"]);
  expect(namePart("reviewer", "J. R._Hartley")).toBe("J. R._Hartley");
  expect(namePart("version", "service-r13-c@1.2")).toBe("service-r13-c@1.2");
});
