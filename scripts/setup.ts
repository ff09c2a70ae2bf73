import { createAuditLog } from "#server/audit/log/audit-log.ts";
import { readConfig } from "#server/config/read-config.ts";
import { inviteFirstAdmin } from "#server/console/members/invitations.ts";
import { withAuditLog } from "./open-audit-log.ts";

/**
 * `npm run setup`: prints a one-time link that creates the first administrator. If an administrator exists, prints a
 * link only with `--another`: the way to regain access when all administrators have lost their passwords.
 */

const config = readConfig();
const another = process.argv.includes("--another");
const now = () => new Date();

try {
  const made = await withAuditLog(config, (database) =>
    inviteFirstAdmin({ config, database, events: createAuditLog(database, now), now }, another),
  );
  if (made === undefined) {
    console.error("An administrator already exists. Sign in and invite others under Members.");
    console.error("If no administrator can sign in, run: npm run setup -- --another");
    process.exitCode = 1;
  } else {
    console.log(
      `Open this link to create an administrator account. It works once and expires at ${made.expiresAt}:\n\n  ${made.link}\n`,
    );
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
