import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAuditLog } from "#server/audit/log/audit-log.ts";
import { findLostHistory } from "#server/audit/log/check-history.ts";
import { openCheckpoints } from "#server/audit/log/checkpoint.ts";
import { checkpointLocations, openWithHistory } from "#server/audit/log/open-with-history.ts";
import { verifyAuditLog } from "#server/audit/verification/verify-audit-log.ts";
import { type Config, readConfig } from "#server/config/read-config.ts";
import { COMPARISONS } from "#server/console/verification/comparisons.ts";
import { readDatabaseId } from "#server/db/database-id.ts";
import type { Database } from "#server/db/open.ts";
import { archiveAll } from "#test/archive-all.ts";
import { signInAs } from "#test/console-session.ts";
import { createDatabase, TEST_DATABASE_URL, type TestDatabase } from "#test/create-database.ts";
import { effort, seed } from "#test/effort.ts";
import { nextMillisecond } from "#test/next-millisecond.ts";
import { newRequest, submitAndApprove } from "#test/review.ts";
import { copySeededFolder } from "#test/seeded-folder.ts";
import { startGateway, type TestGateway } from "#test/start-gateway.ts";

/** A deployment while its gateway is stopped. */
interface Deployment {
  readonly dataDir: string;
  readonly archives: string;
  database: TestDatabase | undefined;
}

const STEPS = ["archive", "correct", "restore", "verify", "start"] as const;
type Step = (typeof STEPS)[number];

const ALL = STEPS.flatMap((one) => STEPS.flatMap((two) => STEPS.map((three): Step[] => [one, two, three])));
const COUNT = effort({ sample: 3, full: ALL.length });
const WITH_ARCHIVE = ALL.filter((order) => order.includes("archive"));
/** All orders of the steps in a full run; otherwise a random sample of orders that include an archive. */
const ORDERS =
  COUNT === ALL.length
    ? ALL
    : Array.from({ length: COUNT }, (_, index) => WITH_ARCHIVE[(seed + index * 23) % WITH_ARCHIVE.length] ?? []);

const LOST = "The database has lost events.";
const ARCHIVED = "Forecasts of this question were archived, so they cannot be scored again.";

const STORES = TEST_DATABASE_URL === undefined ? ["embedded"] : ["embedded", "PostgreSQL"];

describe.each(STORES)("archive, correct, restore, verify and start, on the %s database", (store) => {
  const folders: string[] = [];
  const databases: TestDatabase[] = [];
  let backup: Deployment;
  let taskId: string;
  let happenedAt: string;

  function makeFolder(): string {
    const folder = mkdtempSync(join(tmpdir(), "orders-"));
    folders.push(folder);
    return folder;
  }

  async function makeDatabase(template?: TestDatabase): Promise<TestDatabase | undefined> {
    if (store === "embedded") return undefined;
    const database = await createDatabase(template);
    databases.push(database);
    return database;
  }

  function environmentOf({ dataDir, database }: Deployment): Record<string, string> {
    const environment = { DATA_DIR: dataDir, LOG_LEVEL: "silent" };
    return database === undefined ? environment : { ...environment, DATABASE_URL: database.url };
  }

  async function copy({ dataDir, database }: Deployment): Promise<Deployment> {
    const copied = makeFolder();
    cpSync(dataDir, copied, { recursive: true });
    return { dataDir: copied, archives: makeFolder(), database: await makeDatabase(database) };
  }

  /** Makes one forecast and scores it. */
  beforeAll(async () => {
    backup = { dataDir: makeFolder(), archives: makeFolder(), database: await makeDatabase() };
    if (store === "embedded") await copySeededFolder(backup.dataDir);
    const gateway = await startGateway(environmentOf(backup));
    const [researcher, reviewer] = await Promise.all([signInAs(gateway, "researcher"), signInAs(gateway, "reviewer")]);
    const { task, ...rest } = newRequest();
    const resolution = { ...task.resolution, resolves_at: "2999-01-01T00:00:00Z" };
    const approved = await submitAndApprove(researcher, reviewer, { ...rest, task: { ...task, resolution } });
    await researcher.call.forecasts.run(approved.request);
    taskId = approved.taskId;
    happenedAt = await nextMillisecond();
    await correct(gateway);
    await gateway.stop();
  });
  afterAll(async () => {
    for (const folder of folders) rmSync(folder, { recursive: true });
    for (const database of databases) await database.drop();
  });

  /** Corrects the outcome to the other option and confirms the correction. */
  async function correct(gateway: TestGateway): Promise<void> {
    const [researcher, reviewer] = await Promise.all([signInAs(gateway, "researcher"), signInAs(gateway, "reviewer")]);
    const { unconfirmed, confirmed } = await researcher.call.outcomes.get({ taskId });
    const corrects = (unconfirmed ?? confirmed)?.outcomeId;
    const option = confirmed?.option === "yes" ? "no" : "yes";
    const entry = { taskId, option, source: "The register.", happenedAt, corrects };
    const { outcomeId } = await researcher.call.outcomes.record(entry);
    await reviewer.call.outcomes.confirm({ outcomeId });
  }

  async function withGateway(deployment: Deployment, work: (gateway: TestGateway) => Promise<void>): Promise<void> {
    const gateway = await startGateway(environmentOf(deployment));
    try {
      await work(gateway);
    } finally {
      await gateway.stop();
    }
  }

  async function withDatabase<T>(
    deployment: Deployment,
    work: (database: Database, config: Config) => Promise<T>,
    { evenIfBehind = false } = {},
  ): Promise<T> {
    const config = readConfig(environmentOf(deployment));
    const database = await openWithHistory(config, { onError: () => {}, onNotice: () => {}, evenIfBehind });
    try {
      return await work(database, config);
    } finally {
      await database.close();
    }
  }

  async function checkpointsOf(database: Database, config: Config) {
    const { folder, keyFile } = checkpointLocations(config);
    return openCheckpoints(folder, keyFile, await readDatabaseId(database));
  }

  async function archive(deployment: Deployment): Promise<void> {
    await withDatabase(deployment, async (database, config) => {
      const now = () => new Date();
      const events = createAuditLog(database, now);
      await archiveAll(
        { database, events, checkpoints: await checkpointsOf(database, config), now },
        deployment.archives,
      );
    });
  }

  /** Restores the backup but, like `npm run restore`, keeps the checkpoints. */
  async function restore(deployment: Deployment): Promise<void> {
    deployment.database = await makeDatabase(backup.database);
    if (store !== "embedded") return;
    rmSync(join(deployment.dataDir, "database"), { recursive: true });
    cpSync(join(backup.dataDir, "database"), join(deployment.dataDir, "database"), { recursive: true });
  }

  /** Asserts that verification succeeds. After a rollback of the log, asserts that verification and startup fail. */
  async function verify(deployment: Deployment): Promise<void> {
    const verified = async (database: Database, config: Config) => {
      const report = await verifyAuditLog(database, await checkpointsOf(database, config), COMPARISONS);
      const lost = await findLostHistory(database, await readDatabaseId(database), checkpointLocations(config));
      const { rows } = await database.pool.query("select count(*)::int as count from forecast_scores");
      expect(rows).toEqual([{ count: 1 }]);
      if (lost === undefined) expect(report).toMatchObject({ ok: true, errors: [], warnings: [] });
      else expect([report.ok, lost.explanation]).toEqual([false, expect.stringContaining(LOST)]);
    };
    await withDatabase(deployment, verified, { evenIfBehind: true });
  }

  const DO: Readonly<Record<Step, (deployment: Deployment) => Promise<void>>> = {
    archive,
    restore,
    verify,
    correct: (deployment) => withGateway(deployment, correct),
    start: (deployment) => withGateway(deployment, async () => {}),
  };

  it.each(ORDERS.map((order) => [order.join(", "), order] as const))(
    "each step succeeds or fails with a reason, and the log verifies after every order: %s",
    async (_, order) => {
      const deployment = await copy(backup);
      const done: Step[] = [];
      for (const step of order) {
        const error = await DO[step](deployment).catch((thrown: unknown) => thrown);
        if (error === undefined) done.push(step);
        else {
          const isCorrection = step === "correct" && done.includes("archive");
          const reasons = [...(done.includes("restore") ? [LOST] : []), ...(isCorrection ? [ARCHIVED] : [])];
          const given = reasons.filter((reason) => String(error).includes(reason));
          expect(given, `${step}: ${error}`).toHaveLength(1);
        }
        await verify(deployment);
      }
    },
  );
});
