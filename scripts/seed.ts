import { parseArgs } from "node:util";
import { type Config, readConfig } from "#server/config/read-config.ts";
import { events } from "#server/db/schema.ts";
import { withAuditLog } from "./open-audit-log.ts";
import { progress } from "./progress.ts";
import { seedGateway } from "./seed-gateway.ts";

/**
 * `npm run seed -- --forecasts 100000 --yes`: fills a new data folder or an empty database with a long invented
 * history, to test the console at scale. `--questions 20000` sets the number of questions.
 */

const FORECASTS_PER_QUESTION = 200;
const MIN_QUESTIONS = 5;

const { values } = parseArgs({
  options: {
    forecasts: { type: "string", default: "1000" },
    questions: { type: "string" },
    yes: { type: "boolean", default: false },
  },
});
const forecasts = Number(values.forecasts);
const questions = Number(values.questions ?? Math.max(MIN_QUESTIONS, Math.round(forecasts / FORECASTS_PER_QUESTION)));
const config = readConfig();

try {
  await requireNew(config);
  await seedGateway(config, { forecasts, questions }, progress("Seeding", forecasts));
  console.log(`${forecasts} forecasts. The accounts are in first-run.json of ${config.dataDir}.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function requireNew({ production, databaseUrl, dataDir }: Config): Promise<void> {
  const where = databaseUrl === undefined ? dataDir : "the database of DATABASE_URL";
  if (!Number.isSafeInteger(forecasts) || forecasts < 1) throw new Error("--forecasts takes a whole number from 1.");
  if (!Number.isSafeInteger(questions) || questions < MIN_QUESTIONS)
    throw new Error(`--questions takes a whole number from ${MIN_QUESTIONS}.`);
  if (production) throw new Error("The seed never runs in production (NODE_ENV=production).");
  if (!values.yes) throw new Error(`Writes ${forecasts} invented forecasts to ${where}. Confirm with --yes.`);
  const [recorded] = await withAuditLog(config, ({ orm }) => orm.select({ seq: events.seq }).from(events).limit(1));
  if (recorded !== undefined) throw new Error(`The audit log in ${where} is not empty.`);
}
