import { createAuditLog } from "#server/audit/log/audit-log.ts";
import { readConfig } from "#server/config/read-config.ts";
import { offerSession } from "#server/console/members/invitations.ts";
import { withAuditLog } from "./open-audit-log.ts";

/**
 * `npm run break-glass -- EMAIL`: prints a one-time link that signs in a member as an administrator for one hour, for
 * example while the OpenID provider is unavailable. The link expires after one hour. Link and session are recorded in the
 * audit log.
 */

const [email = ""] = process.argv.slice(2);
const config = readConfig();
const now = () => new Date();

try {
  const made = await withAuditLog(config, (database) =>
    offerSession({ config, database, events: createAuditLog(database, now), now }, email.trim().toLowerCase()),
  );
  if (made === undefined) {
    console.error("Usage: npm run break-glass -- EMAIL, with the e-mail address of a member.");
    console.error("No member has this address. To add an administrator, run: npm run setup -- --another");
    process.exitCode = 1;
  } else {
    console.log(
      `Open this link to sign in ${email} as an administrator for one hour. It works once and expires at ${made.expiresAt}:\n\n  ${made.link}\n`,
    );
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
