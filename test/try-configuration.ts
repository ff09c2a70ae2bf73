import { expect } from "vitest";
import { catchLog } from "./catch-log.ts";
import { createForeignDatabase, PASSWORD } from "./foreign-database.ts";
import type { Configuration } from "./foreign-databases.ts";
import { makeLogKey } from "./log-key.ts";
import { openFolder } from "./open-folder.ts";
import { startBehind, startPgBouncer } from "./pgbouncer.ts";
import { launchMain, makeFolder } from "./run-process.ts";
import { readExample, startGateway } from "./start-gateway.ts";
import { workForADay } from "./work-for-a-day.ts";

type Environment = Readonly<Record<string, string>>;

/**
 * Uses gateways on a new database with this configuration for a day. If a refusal is permitted and the gateway refuses
 * to start, expects that it starts after the remedy that it names.
 */
export async function tryConfiguration(configuration: Configuration): Promise<void> {
  const { address = ({ href }: URL) => href, createdBy, since, refusal, pause = async () => {} } = configuration;
  const database = await createForeignDatabase(configuration);
  const bouncer = configuration.bouncer && (await startPgBouncer(database.url.href, configuration.bouncer));
  if (createdBy !== undefined) {
    const created = await openFolder("", (createdBy === "role" ? database.url : database.urlOfOther).href);
    await created.close();
  }
  if (since !== undefined) await database.run(since(database.names));
  const environment = {
    DATABASE_URL: address(new URL(bouncer?.url ?? database.url)),
    ...(bouncer !== undefined && configuration.bouncer?.mode === undefined ? { DATABASE_POOLER: "transaction" } : {}),
    LOG_KEY_FILE: makeLogKey(),
  };
  const log = catchLog();
  const start = (folder: string) => startGateway({ DATA_DIR: folder, ...environment }, log.change);
  const dataDir = makeFolder();
  const sentence = refusal && (await refusalOf(dataDir, environment));
  if (refusal === undefined || sentence === undefined) {
    return workForADay({
      dataDir,
      environment,
      start: (folder) => startBehind(bouncer, () => start(folder)),
      pause: () => pause(database),
    }).catch((error) => {
      const errors = log.text().match(/^\{"level":50.*$/gm) ?? [];
      throw new Error([String(error), ...errors].join("\n"), { cause: error });
    });
  }
  expect(sentence).toMatch(refusal);
  if (bouncer !== undefined) {
    expect(await refusalOf(dataDir, environment)).toBe(sentence);
    await bouncer.reconnect();
  } else {
    const statement = refusal.exec(sentence)?.groups?.remedy;
    const statements = statement === undefined ? configuration.remedy?.(database.names) : [statement];
    if (statements === undefined) return;
    await database.run(statements);
  }
  const gateway = await start(dataDir);
  expect((await gateway.post(JSON.stringify(readExample("binary")))).status).toBe(200);
}

/** Starts a gateway process. Returns the sentence with which it refused to start; undefined if it started. */
export async function refusalOf(dataDir: string, environment: Environment): Promise<string | undefined> {
  const server = await launchMain(dataDir, environment);
  await server.printed("is ready.").then(
    () => server.end(),
    () => server.exit,
  );
  const { code } = await server.exit;
  if (code === 0) return undefined;
  const output = server.output();
  expect(output, "one line without the password").toMatch(/^[^\n]+\n$/);
  expect(output).not.toContain(PASSWORD);
  expect(output).not.toContain(encodeURIComponent(PASSWORD));
  return output.trimEnd();
}
