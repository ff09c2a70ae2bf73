import type { Config } from "#server/config.ts";
import { readFirstRun } from "./first-start.ts";

/** Prints where the console is, and who can sign in where the first start made that up. */
export function printWelcome(config: Config): void {
  const lines = ["", `  The forecasting gateway is ready.`, "", `  Console     ${config.consoleUrl}`];
  const firstRun = readFirstRun(config.dataDir);
  if (firstRun !== undefined) {
    for (const [role, { email, password }] of Object.entries(firstRun.accounts)) {
      lines.push(`  ${role.padEnd(12)}${email}  ${password}`);
    }
    lines.push(
      `  API key     ${firstRun.api_key}`,
      "",
      "  Try it:",
      "",
      `  curl -s ${config.consoleUrl}/v1/predict -H 'Authorization: Bearer ${firstRun.api_key}' -d @examples/binary.json`,
    );
  }
  console.log(`${lines.join("\n")}\n`);
}
