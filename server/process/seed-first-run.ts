import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { Member, Role } from "#lib/domain/members.ts";
import { checklistOf } from "#lib/domain/reviews.ts";
import { type Actor, memberActor } from "#server/audit/log/event.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { issueCredential } from "#server/console/credentials/credentials.ts";
import { addMember, makePassword } from "#server/console/members/accounts.ts";
import { decideIn } from "#server/console/reviews/decide-submission.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { takeLock } from "#server/db/locks.ts";
import { members } from "#server/db/member-schema.ts";
import type { Drizzle } from "#server/db/open.ts";
import { replaceFile } from "#server/db/replace-file.ts";
import { requireValid } from "#server/gateway/predict/valid-request.ts";
import { createSubmission } from "#server/gateway/submissions/create-submission.ts";

/** The contents of `first-run.json`: the seeded accounts and API key. */
export interface FirstRun {
  readonly console_url: string;
  readonly api_key: string;
  readonly accounts: Readonly<Record<Role, { readonly email: string; readonly password: string }>>;
}

const GATEWAY: Actor = { type: "system", id: "gateway" };
export const FIRST_RUN_FILE = "first-run.json";

/**
 * Seeds an empty deployment with an account for each role, one credential, and the shipped examples, approved by the
 * seeded reviewer. Returns false and does nothing if members exist or a production database is configured.
 */
export async function seedFirstRun(gateway: ConsoleContext): Promise<boolean> {
  const { config, database } = gateway;
  if (config.production && config.databaseUrl !== undefined) return false;
  return inTransaction(database, async (transaction) => {
    // Another process that is seeding may hold the lock for longer than the usual lock timeout.
    await transaction.execute(sql`set local lock_timeout = 0`);
    await takeLock(transaction, "bootstrap");
    const [anyone] = await transaction.select({ id: members.id }).from(members).limit(1);
    if (anyone !== undefined) return false;
    const admin = await addAccount(gateway, transaction, "admin");
    const researcher = await addAccount(gateway, transaction, "researcher");
    const reviewer = await addAccount(gateway, transaction, "reviewer");
    const auditor = await addAccount(gateway, transaction, "auditor");
    const { key } = await issueCredential(gateway, transaction, memberActor(admin.member), { name: "first run" });
    for (const request of readExamples(join(config.root, "examples"))) {
      await approveExample(gateway, transaction, researcher.member, reviewer.member, request);
    }
    // Written before the commit: without this file nobody could sign in to the seeded accounts.
    writeFirstRun(config.dataDir, {
      console_url: config.consoleUrl,
      api_key: key,
      accounts: {
        admin: admin.account,
        researcher: researcher.account,
        reviewer: reviewer.account,
        auditor: auditor.account,
      },
    });
    return true;
  });
}

export function readFirstRun(dataDir: string): FirstRun | undefined {
  try {
    return JSON.parse(readFileSync(join(dataDir, FIRST_RUN_FILE), "utf8"));
  } catch {
    return undefined;
  }
}

function writeFirstRun(dataDir: string, firstRun: FirstRun): void {
  replaceFile(join(dataDir, FIRST_RUN_FILE), `${JSON.stringify(firstRun, null, 2)}\n`, 0o600);
}

async function addAccount(gateway: Pick<ConsoleContext, "events" | "now">, transaction: Drizzle, role: Role) {
  const account = { email: `${role}@example.com`, password: makePassword() };
  const name = role.charAt(0).toUpperCase() + role.slice(1);
  const id = await addMember(gateway, transaction, GATEWAY, { name, role, ...account });
  const member: Member = { id, name, email: account.email, role };
  return { account, member };
}

function readExamples(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => readFileSync(join(folder, name), "utf8"));
}

async function approveExample(
  gateway: ConsoleContext,
  transaction: Drizzle,
  author: Member,
  reviewer: Member,
  example: string,
): Promise<void> {
  const submission = await createSubmission(gateway, transaction, {
    actor: memberActor(author),
    origin: "first_start",
    valid: requireValid(example),
    note: "Shipped with the gateway.",
  });
  const { id: submissionId, taskId, inputId } = submission;
  // One review is enough for the shipped examples, even if the deployment requires more.
  await decideIn({ ...gateway, config: { ...gateway.config, reviewsRequired: 1 } }, transaction, reviewer, {
    submissionId,
    seen: { taskId, inputId },
    binding: "approve",
    quality: "approve",
    checklist: checklistOf(true),
    note: "first run",
  });
}
