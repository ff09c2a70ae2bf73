import { parseArgs } from "node:util";
import type { Role } from "#lib/domain/members.ts";
import type { Actor } from "#server/audit/log/event.ts";
import { type Config, readConfig } from "#server/config/read-config.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { issueCredential } from "#server/console/credentials/issue-credential.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { members } from "#server/db/member-schema.ts";
import { events } from "#server/db/schema.ts";
import { createGateway } from "#server/process/create-gateway.ts";
import { withRecord } from "./open-audit-log.ts";
import { progress } from "./progress.ts";
import { DAYS, FORECASTS_A_QUESTION, seedRecord } from "./seed-audit-log.ts";
import { seedOutcomes } from "./seed-outcomes.ts";

/**
 * `npm run seed -- --forecasts 100000 --yes`: fills a new data folder (or an empty database) with that many invented
 * forecasts, to test the console with a long history. The accounts are the seeded ones. `--questions 20000` spreads them
 * over so many questions, and `--outcomes` records and confirms what happened to every one of these.
 */

const DAY_MS = 86_400_000;
const CALLERS = ["newsroom", "risk desk", "nightly batch"];

const { values } = parseArgs({
  options: {
    forecasts: { type: "string", default: "1000" },
    questions: { type: "string" },
    outcomes: { type: "boolean", default: false },
    yes: { type: "boolean", default: false },
  },
});
const forecasts = Number(values.forecasts);
const questions = Number(values.questions ?? Math.max(1, Math.round(forecasts / FORECASTS_A_QUESTION)));
const config = readConfig();

try {
  await requireNew(config);
  await seed(config);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function requireNew({ production, databaseUrl, dataDir }: Config): Promise<void> {
  const where = databaseUrl === undefined ? dataDir : "the database of DATABASE_URL";
  if (!Number.isSafeInteger(forecasts) || forecasts < 1) throw new Error("--forecasts takes a whole number from 1.");
  if (!Number.isSafeInteger(questions) || questions < 1) throw new Error("--questions takes a whole number from 1.");
  if (production) throw new Error("An invented past is never written in production (NODE_ENV=production).");
  if (!values.yes) throw new Error(`Writes ${forecasts} invented forecasts to ${where}. Add --yes if that is meant.`);
  const [recorded] = await withRecord(config, ({ orm }) => orm.select({ seq: events.seq }).from(events).limit(1));
  if (recorded !== undefined) throw new Error(`There is a record in ${where}: invented events must not follow it.`);
}

async function seed(config: Config): Promise<void> {
  const start = Date.now() - DAYS * DAY_MS;
  let clock = start;
  const { gateway, close } = await createGateway({ ...config, reviewsRequired: 1 }, () => new Date(clock));
  try {
    const [author, reviewer] = [await findByRole(gateway, "researcher"), await findByRole(gateway, "reviewer")];
    await seedRecord({
      gateway,
      setClock: (at) => {
        clock = at;
      },
      start,
      forecasts,
      questions,
      author,
      reviewer,
      callers: await issueCredentials(gateway),
      step: progress("Seeding", forecasts),
    });
    clock = Date.now();
    if (values.outcomes) await seedOutcomes(gateway, author, reviewer, progress("Outcomes", questions));
  } finally {
    clock = Date.now();
    await close();
  }
  console.log(`${forecasts} forecasts. The accounts are in first-run.json of ${config.dataDir}.`);
}

async function findByRole({ database }: ConsoleContext, role: Role) {
  const all = await database.orm
    .select({ id: members.id, name: members.name, email: members.email, role: members.role })
    .from(members);
  const found = all.find((member) => member.role === role);
  if (found === undefined) throw new Error(`There is no ${role}.`);
  return found;
}

function issueCredentials(gateway: ConsoleContext): Promise<Actor[]> {
  const actor: Actor = { type: "system", id: "gateway", name: "seeding" };
  return inTransaction(gateway.database, async (transaction) => {
    const issued: Actor[] = [];
    for (const name of CALLERS) {
      const { credentialId } = await issueCredential(gateway, transaction, actor, { name });
      issued.push({ type: "credential", id: credentialId, name });
    }
    return issued;
  });
}
