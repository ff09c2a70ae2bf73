import { describe } from "vitest";
import { createDatabase, withoutPostgres } from "./create-database.ts";
import { describeUnless } from "./describe-unless.ts";

/** Describes tests once for each store. `settings` returns the environment variables of a new, empty store. */
export function describeStores(
  name: string,
  tests: (settings: () => Promise<{ DATABASE_URL?: string }>) => void,
): void {
  describe(`${name}, in the embedded database`, () => tests(async () => ({})));
  describeUnless([withoutPostgres], `${name}, on PostgreSQL`, () =>
    tests(async () => ({ DATABASE_URL: (await createDatabase()).url })),
  );
}
