import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isCopied } from "./is-copied.ts";

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
    "server/db/migrations/0001-tables.sql",
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
