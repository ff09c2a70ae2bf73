import { parseArgs } from "node:util";
import { type Config, readConfig } from "#server/config/read-config.ts";
import { events } from "#server/db/schema.ts";
import { withAuditLog } from "./open-audit-log.ts";
import { progress } from "./progress.ts";
import { DEMO, seedGateway } from "./seed-gateway.ts";

/**
 * `npm run seed -- --forecasts 100000 --questions 500 --yes`: fills an empty database with an invented history of five
 * months, to test the console at scale. The defaults are those of `npm run demo`.
 */

const MIN_QUESTIONS = 5;

const { values } = parseArgs({
  options: {
    forecasts: { type: "string", default: String(DEMO.forecasts) },
    questions: { type: "string", default: String(DEMO.questions) },
    yes: { type: "boolean", default: false },
  },
});
const forecasts = Number(values.forecasts);
const questions = Number(values.questions);
const config = readConfig();

try {
  await requireNew(config);
  await seedGateway(config, { forecasts, questions }, progress("Seeding", forecasts));
  console.log(`Seeded ${forecasts} forecasts. The accounts are in ${config.dataDir}/first-run.json.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function requireNew({ production, databaseUrl, dataDir }: Config): Promise<void> {
  const where = databaseUrl === undefined ? dataDir : "the database of DATABASE_URL";
  if (!Number.isSafeInteger(forecasts) || forecasts < 1)
    throw new Error("--forecasts must be a whole number of at least 1.");
  if (!Number.isSafeInteger(questions) || questions < MIN_QUESTIONS)
    throw new Error(`--questions must be a whole number of at least ${MIN_QUESTIONS}.`);
  if (production) throw new Error("npm run seed refuses to run in production (NODE_ENV=production).");
  if (!values.yes) throw new Error(`This writes ${forecasts} invented forecasts to ${where}. Add --yes to confirm.`);
  const [recorded] = await withAuditLog(config, ({ orm }) => orm.select({ seq: events.seq }).from(events).limit(1));
  if (recorded !== undefined)
    throw new Error(`The audit log in ${where} is not empty. Seed only a new, empty database.`);
}
