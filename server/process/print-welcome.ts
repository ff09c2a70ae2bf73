import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "#server/config/read-config.ts";
import { FIRST_RUN_FILE, readFirstRun } from "./seed-first-run.ts";

/**
 * Prints the console's address. After seeding, also prints the accounts and the API key. Later starts only print the
 * path of the file with these secrets, because process output is usually logged. A demo always prints them.
 */
export function printWelcome(config: Config, isFirstRun: boolean): void {
  const { consoleUrl, dataDir, databaseUrl, production, demo: isDemo } = config;
  const ready = isDemo ? "The demo is ready. Its data is invented." : "The forecasting gateway is ready.";
  const lines = ["", `  ${ready}`, "", `  Console     ${consoleUrl}`];
  const firstRun = isFirstRun || isDemo ? readFirstRun(dataDir) : undefined;
  const file = join(dataDir, FIRST_RUN_FILE);
  if (firstRun !== undefined) {
    for (const [role, { email, password }] of Object.entries(firstRun.accounts)) {
      lines.push(`  ${role.padEnd(12)}${email}  ${password}`);
    }
    lines.push(
      `  API key     ${firstRun.api_key}`,
      "",
      isDemo
        ? `  These credentials are stored in ${file}.`
        : `  These credentials are printed only once. They are also stored in ${file}.`,
      "",
      "  Try it:",
      "",
      `  curl -s ${consoleUrl}/v1/predict -H 'Authorization: Bearer ${firstRun.api_key}' -d @examples/binary.json`,
    );
  } else if (existsSync(file)) {
    lines.push(`  Accounts    ${file}`);
  }
  if (databaseUrl !== undefined && !production) {
    lines.push("", "  NODE_ENV is not production: an empty PostgreSQL database gets example accounts and an API key.");
  }
  console.log(`${lines.join("\n")}\n`);
}
