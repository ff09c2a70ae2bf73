import { it } from "vitest";
import { withoutPostgres } from "./create-database.ts";
import { describeUnless } from "./describe-unless.ts";
import { CONFIGURATIONS } from "./foreign-databases.ts";
import { tryConfiguration } from "./try-configuration.ts";

const chosen = Object.entries(CONFIGURATIONS).filter(([, { tier }]) => tier === 0);

describeUnless([withoutPostgres], "a gateway works on, or refuses with the remedy,", () => {
  it.each(chosen)("%s", (_, configuration) => tryConfiguration(configuration));
});
