import { expect, it } from "vitest";
import { isUnavailable } from "./is-unavailable.ts";

const failedQuery = (cause: object) =>
  Object.assign(new Error("Failed query", { cause: Object.assign(new Error("cause"), cause) }), { query: "select" });

it.each([
  ["no connection", failedQuery({ code: "ECONNREFUSED" }), true],
  ["a connection that ends", failedQuery({}), true],
  ["a server that shuts down", failedQuery({ severity: "FATAL", code: "57P01" }), true],
  ["a server that takes no connections", failedQuery({ severity: "FATAL", code: "53300" }), true],
  ["a database that takes no connections", failedQuery({ severity: "FATAL", code: "55000" }), true],
  ["a role that may not connect", failedQuery({ severity: "FATAL", code: "28000" }), true],
  ["a database that is gone", failedQuery({ severity: "FATAL", code: "3D000" }), true],
  ["a statement that is wrong", failedQuery({ severity: "ERROR", code: "42601" }), false],
  ["a value that is wrong", failedQuery({ severity: "ERROR", code: "22P02" }), false],
  ["a defect outside queries", new TypeError("x is undefined"), false],
  ["no error", "text", false],
])("distinguishes an unavailable database from a defect: %s", (_, error, expected) => {
  expect(isUnavailable(error)).toBe(expected);
});
