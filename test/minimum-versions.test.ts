import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** Minimum versions; earlier versions have bugs that affect the gateway. */
const FLOORS = {
  "@electric-sql/pglite": "0.5.16",
  "@trpc/server": "11.8.0",
  "better-auth": "1.7.16",
  "drizzle-orm": "0.45.2",
  next: "16.3.3",
};

const lockfile: { packages: Record<string, { version?: string }> } = JSON.parse(
  readFileSync("package-lock.json", "utf8"),
);

describe("the lockfile", () => {
  it.each(Object.entries(FLOORS))("contains %s only in version %s or later", (name, floor) => {
    const versions = Object.entries(lockfile.packages)
      .filter(([path]) => path === `node_modules/${name}` || path.endsWith(`/node_modules/${name}`))
      .map(([, { version = "" }]) => version);
    expect(versions).not.toEqual([]);
    for (const version of versions) expect(isAtLeast(version, floor), `${name} ${version}`).toBe(true);
  });
});

function isAtLeast(version: string, floor: string): boolean {
  return version.localeCompare(floor, "en", { numeric: true }) >= 0;
}
