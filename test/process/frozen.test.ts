import { beforeEach, expect, it } from "vitest";
import type { FirstRun } from "#server/process/seed-first-run.ts";
import { type ConsoleClient, signIn } from "#test/console-client.ts";
import { createDatabase, type TestDatabase, withoutPostgres } from "#test/create-database.ts";
import { describeUnless } from "#test/describe-unless.ts";
import { type FreezableProxy, startProxy } from "#test/freezable-proxy.ts";
import { newRequest } from "#test/review.ts";
import { makeFolder, type ServerProcess, startMain } from "#test/run-process.ts";
import { readExample } from "#test/start-gateway.ts";
import { firstRunOf } from "#test/start-seeded.ts";
import { until } from "#test/until.ts";

const example = JSON.stringify(readExample("binary"));

describeUnless([withoutPostgres], "while another process is suspended with SIGSTOP during a submission", () => {
  let database: TestDatabase;
  let proxy: FreezableProxy;
  let frozen: ServerProcess;
  let other: ServerProcess;
  let firstRun: FirstRun;
  let researcher: ConsoleClient;
  /** Text of an SQL statement. The process is suspended before the statement reaches the database. */
  let stopAt: string | undefined;
  let stopped: boolean;

  beforeEach(async () => {
    stopAt = undefined;
    stopped = false;
    database = await createDatabase();
    proxy = await startProxy(database.url, (bytes) => {
      if (stopAt === undefined || stopped || !bytes.includes(stopAt)) return;
      stopped = true;
      process.kill(frozen.pid, "SIGSTOP");
    });
    const dataDir = makeFolder();
    frozen = await startMain(dataDir, { DATABASE_URL: proxy.url });
    other = await startMain(dataDir, { DATABASE_URL: database.url });
    firstRun = firstRunOf(dataDir);
    researcher = await signIn(frozen.url, firstRun.accounts.researcher);
  });

  /** Submits a request to the process and waits until it is suspended at the statement with this text. */
  async function freezeAt(text: string, request: object): Promise<void> {
    stopAt = text;
    researcher.mutate("submissions.submit", { request }).catch(() => {});
    await until(`the process sends "${text}"`, () => stopped);
  }

  async function predict(): Promise<number> {
    const headers = { authorization: `Bearer ${firstRun.api_key}` };
    const answer = await fetch(`${other.url}/v1/predict`, { method: "POST", headers, body: example });
    await answer.arrayBuffer();
    return answer.status;
  }

  it("a gateway answers predictions if the suspended process is about to append its audit event", async () => {
    await freezeAt("append_events", newRequest());
    expect(await predict()).toBe(200);
  });

  it("a gateway answers if the suspended process holds a row lock, and gets the lock when the transaction is ended", async () => {
    const request = newRequest();
    await freezeAt('insert into "submissions"', request);
    expect(await predict()).toBe(200);
    // The suspended transaction has inserted the same task, so this submission waits until that transaction ends. On
    // a slow machine a database timeout may end the wait first; the submission is then retried.
    const submitted = await until("the row is available", () =>
      researcher
        .at(other.url)
        .mutate("submissions.submit", { request })
        .catch(() => undefined),
    );
    expect(submitted).toMatchObject({ status: "submitted" });
  });
});
