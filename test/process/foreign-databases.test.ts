import { expect, it } from "vitest";
import { withoutPostgres } from "#test/create-database.ts";
import { describeUnless } from "#test/describe-unless.ts";
import { effort } from "#test/effort.ts";
import { CONFIGURATIONS } from "#test/foreign-databases.ts";
import { withoutPgBouncer } from "#test/pgbouncer.ts";
import { startPrimary, startStandby, withoutCluster } from "#test/postgres-cluster.ts";
import { makeFolder } from "#test/run-process.ts";
import { startGateway } from "#test/start-gateway.ts";
import { refusalOf, tryConfiguration } from "#test/try-configuration.ts";

const last = effort({ sample: 1, full: 2 });
const chosen = Object.entries(CONFIGURATIONS).filter(([, { tier = 2 }]) => tier > 0 && tier <= last);

describeUnless([withoutPostgres], "a gateway works on, or refuses with the remedy,", () => {
  for (const [name, configuration] of chosen) {
    const reason = configuration.skipped ?? (configuration.bouncer && withoutPgBouncer);
    it.skipIf(reason !== undefined)(reason === undefined ? name : `${name} (skipped: ${reason})`, () =>
      tryConfiguration(configuration),
    );
  }
});

describeUnless([withoutCluster], "on a hot standby", () => {
  it.skipIf(last < 2)(
    "a gateway refuses to start until the standby is promoted (skipped without TEST_FULL)",
    async () => {
      const primary = await startPrimary();
      const standby = await startStandby(primary);
      const environment = { DATABASE_URL: standby.url };
      expect(await refusalOf(makeFolder(), environment)).toMatch(/standby|recovery/);
      await standby.promote();
      await startGateway({ DATA_DIR: makeFolder(), ...environment });
    },
  );
});
