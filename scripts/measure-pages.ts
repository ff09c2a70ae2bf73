import { spawn } from "node:child_process";
import { once } from "node:events";
import { parseArgs } from "node:util";
import { auditList, forecastList } from "#lib/console/filters.ts";
import { routes } from "#lib/console/routes.ts";
import { readConfig } from "#server/config/read-config.ts";
import { readFirstRun } from "#server/process/seed-first-run.ts";
import { type ConsoleClient, signIn } from "#test/console-client.ts";
import { weighScripts } from "#test/first-load.ts";
import { progress } from "./progress.ts";

/**
 * `node scripts/measure-pages.ts`: starts the built gateway on the configured database (`npm run seed` fills one) and
 * loads each list with filters that match few, many and no rows. Reports milliseconds to the last byte and kB (gzip) of
 * JavaScript on a first visit.
 */

const { values } = parseArgs({ options: { rounds: { type: "string", default: "10" } } });
const rounds = Math.max(1, Number(values.rounds));
const config = readConfig();
const url = config.consoleUrl;
const account = readFirstRun(config.dataDir)?.accounts.admin;
if (account === undefined) throw new Error(`There is no first-run.json in ${config.dataDir}. Run npm run seed first.`);

const server = spawn(process.execPath, ["server/main.ts"], {
  env: { ...process.env, LOG_LEVEL: "error" },
  stdio: ["ignore", "ignore", "inherit"],
});
try {
  await untilReady();
  const session = await signIn(url, account);
  const pages = await listPages(session);
  const step = progress("Loading pages", pages.length * rounds);
  const rows = [];
  for (const path of pages) {
    const times: number[] = [];
    // This first request warms up caches and is not timed.
    const { kilobytes } = await weighScripts(await session.page(path), readScript);
    for (let round = 0; round < rounds; round++) {
      const startedAt = performance.now();
      await session.page(path);
      times.push(performance.now() - startedAt);
      step();
    }
    rows.push({ page: path, ...summarise(times), "kB JavaScript": Number(kilobytes.toFixed(1)) });
  }
  console.table(rows);
} finally {
  server.kill();
  await once(server, "exit");
}

async function listPages(member: ConsoleClient): Promise<readonly string[]> {
  const { forecasts } = Object(await member.query("forecasts.list", { limit: 200 }));
  const [first, last] = [forecasts[0], forecasts.at(-1)];
  if (first === undefined) throw new Error("There are no forecasts yet. Run npm run seed to create some.");
  const nothing = { option: "no_such_option" };
  const middle = { after: String(Math.floor(first.seq / 2)) };
  const forecastFilters = [
    {},
    middle,
    { task: first.taskId },
    { option: first.choice },
    nothing,
    { text: "no such words" },
  ];
  const auditFilters = [{ show: "everything" }, middle, { code: "FUTURE_INPUT" }, { who: "nobody" }];
  return [
    ...forecastFilters.map((fields) => forecastList.href(forecastList.parse(fields))),
    ...auditFilters.map((fields) => auditList.href(auditList.parse(fields))),
    ...[routes.overview, routes.system, routes.compose, routes.credentials, routes.members, routes.review()],
    ...[routes.forecast(first.requestId), routes.compare([first.requestId, last.requestId])],
    ...[routes.outcomes(), routes.submissions({ whose: "all" })],
    ...[routes.trackRecord(), routes.trackRecord({ bin: "9" }), routes.observationRecord, routes.sources()],
  ];
}

async function readScript(source: string): Promise<Uint8Array> {
  return new Uint8Array(await (await fetch(new URL(source, url), { redirect: "error" })).arrayBuffer());
}

async function untilReady(): Promise<void> {
  for (let tries = 0; tries < 150; tries++) {
    const response = await fetch(`${url}/health/ready`, { redirect: "error" }).catch(() => undefined);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`The gateway at ${url}${routes.overview} did not become ready within 30 seconds.`);
}

function summarise(times: readonly number[]) {
  const sorted = [...times].sort((a, b) => a - b);
  const round = (ms: number | undefined) => Number((ms ?? 0).toFixed(1));
  return { "median ms": round(sorted[Math.floor(sorted.length / 2)]), "max ms": round(sorted.at(-1)) };
}
