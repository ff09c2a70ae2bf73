import { createAuditLog } from "#server/audit/log/audit-log.ts";
import { readConfig } from "#server/config/read-config.ts";
import { inviteFirstAdmin } from "#server/console/members/invite-first-admin.ts";
import { withAuditLog } from "./open-audit-log.ts";

/**
 * `npm run setup`: prints the one-time link for the first administrator. Refuses if there is one already, unless
 * `--another` is passed: the recovery if all administrators have lost their passwords.
 */

const config = readConfig();
const another = process.argv.includes("--another");
const now = () => new Date();

try {
  const made = await withAuditLog(config, (database) =>
    inviteFirstAdmin({ config, database, events: createAuditLog(database, now), now }, another),
  );
  if (made === undefined) {
    console.error("There is an administrator already: sign in, and invite others under Members.");
    console.error("If none of them can sign in any more: npm run setup -- --another");
    process.exitCode = 1;
  } else {
    console.log(
      `Open this link to become an administrator. It works once, until ${made.expiresAt}:\n\n  ${made.link}\n`,
    );
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
