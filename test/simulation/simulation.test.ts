import { describe, expect, it, vi } from "vitest";
import { TEST_DATABASE_URL } from "#test/create-database.ts";
import { effort } from "#test/effort.ts";
import { STORES } from "./deployment.ts";
import { simulate } from "./simulate.ts";

const COMMANDS = effort({ sample: 60, full: 200 });
const SEEDS = Array.from({ length: effort({ sample: 2, full: 10 }) }, (_, index) => index + 1);

describe.each(STORES)("a simulated deployment on the %s database", (store) => {
  it.skipIf(store === "postgresql" && TEST_DATABASE_URL === undefined).each(SEEDS)(
    "obeys its specification under random commands and faults, seed %i (on PostgreSQL skipped without TEST_DATABASE_URL)",
    async (seed) => {
      await expect(simulate({ store, seed, commands: COMMANDS })).resolves.toBeUndefined();
      // better-auth prints the failures of the database that the simulation injects.
      vi.mocked(console.error).mockClear();
    },
  );
});
