import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { LOCKS } from "./locks.ts";

it("no two locks have the same number", () => {
  expect(new Set(Object.values(LOCKS)).size).toBe(Object.keys(LOCKS).length);
});

it("the SQL functions take the lock of the audit log and no other", () => {
  const sql = readFileSync("server/db/migrations/0002-functions.sql", "utf8");
  const taken = [...sql.matchAll(/pg_advisory\w*\((\d+)\)/g)].map(([, number]) => Number(number));
  expect(taken.length).toBeGreaterThan(0);
  expect(new Set(taken)).toEqual(new Set([LOCKS.auditLog]));
});

it("lock numbers occur only in locks.ts", () => {
  const files = readdirSync("server", { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  const writing = files.filter((name) => /\b7_?305_?112_?\d{3}\b/.test(readFileSync(join("server", name), "utf8")));
  expect(writing).toEqual([join("db", "locks.ts")]);
});
