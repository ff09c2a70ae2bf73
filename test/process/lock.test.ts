import { hostname } from "node:os";
import { expect, it } from "vitest";
import { launchMain, makeFolder, startMain } from "#test/run-process.ts";
import { copySeededFolder } from "#test/seeded-folder.ts";
import { until } from "#test/until.ts";

const dataDir = makeFolder();

it("the lock of a data folder is exclusive: a second process exits; after a kill, a new process takes it over", async () => {
  await copySeededFolder(dataDir);
  const first = await startMain(dataDir);
  const second = await launchMain(dataDir);
  expect((await second.exit).code).toBe(1);
  expect(second.output()).toMatch(`The data folder is in use by process ${first.pid} on ${hostname()} (${dataDir}`);
  expect(second.output()).not.toContain("    at ");
  expect((await fetch(`${first.url}/health/ready`)).status).toBe(200);

  await first.end("SIGKILL");
  const starting = await Promise.all([launchMain(dataDir), launchMain(dataDir), launchMain(dataDir)]);
  const ready = await until("one of three processes is ready", () =>
    starting.find((each) => each.output().includes("is ready.")),
  );
  const others = starting.filter((each) => each !== ready);
  for (const other of others) {
    expect((await other.exit).code).toBe(1);
    expect(other.output()).toMatch(`in use by process ${ready.pid} on ${hostname()}`);
  }
  expect((await fetch(`${ready.url}/health/ready`)).status).toBe(200);
  expect((await ready.end()).code).toBe(0);
});

it("a gateway exits with an error if another process uses its port", async () => {
  const folder = await copySeededFolder();
  const first = await startMain(dataDir);
  const second = await launchMain(folder, { PORT: String(first.port) });
  expect((await second.exit).code).toBe(1);
  expect(second.output()).toContain(`address already in use 127.0.0.1:${first.port}`);
  expect(second.output()).not.toContain("    at ");
});
