import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/**
 * Whether .dockerignore lets a path into the image: the last pattern that matches the path or a parent folder decides.
 */
function isCopied(path: string): boolean {
  const patterns = readFileSync(".dockerignore", "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  const last = patterns.findLast((pattern) => toExpression(pattern.replace(/^!/, "")).test(path));
  return last?.startsWith("!") ?? true;
}

function toExpression(pattern: string): RegExp {
  const source = pattern
    .replaceAll(/[.+^$()|{}]/g, "\\$&")
    .replaceAll(/\*\*\/|\*/g, (wildcard) => (wildcard === "*" ? "[^/]*" : "(?:.*/)?"));
  return new RegExp(`^${source}(?:/|$)`);
}

describe("the container image", () => {
  it.each([
    ".env",
    ".env.production",
    "server/.env",
    "secrets/auth",
    "secrets/database_url",
    "data/first-run.json",
    "evaluations/cases.jsonl",
    "database.dump",
    "server.key",
    ".git/config",
    "node_modules/pg/package.json",
    "server/errors.test.ts",
  ])("excludes %s", (path) => {
    expect(isCopied(path)).toBe(false);
  });

  it.each([
    "app/page.tsx",
    "components/ui/icon.tsx",
    "docs/api.md",
    "examples/binary.json",
    "instrumentation-client.ts",
    "lib/slots.ts",
    "next.config.mjs",
    "package-lock.json",
    "package.json",
    "scripts/setup.ts",
    "server/db/baseline/tables.sql",
    "server/main.ts",
    "tsconfig.json",
  ])("includes %s", (path) => {
    expect(isCopied(path)).toBe(true);
  });
});

it(".gitignore excludes files with secrets", () => {
  expect(readFileSync(".gitignore", "utf8").split("\n")).toEqual(
    expect.arrayContaining([".env*", "/secrets/", "data/"]),
  );
});
