import { beforeAll, expect, it } from "vitest";
import { describeStores } from "#test/describe-stores.ts";
import { copyEmptyDatabase } from "#test/empty-database.ts";
import { openFolder } from "#test/open-folder.ts";
import { makeFolder } from "#test/run-process.ts";
import { openJobQueue } from "./job-queue.ts";
import type { Database } from "./open.ts";

const fail = (error: Error) => {
  throw error;
};

describeStores("the job queue", (settings) => {
  let database: Database;

  beforeAll(async () => {
    const folder = makeFolder();
    const { DATABASE_URL } = await settings();
    if (DATABASE_URL === undefined) await copyEmptyDatabase(folder);
    database = await openFolder(folder, DATABASE_URL);
  });

  it("runs a job, and afterwards another job with the same key", async () => {
    const jobs = await openJobQueue(database, fail);
    const done: string[] = [];
    let next = Promise.withResolvers<void>();
    await jobs.work("evaluation", async (key) => {
      done.push(key);
      next.resolve();
    });
    await jobs.send("evaluation", "one");
    await next.promise;
    next = Promise.withResolvers();
    await jobs.send("evaluation", "one");
    await next.promise;
    expect(done).toEqual(["one", "one"]);
    await jobs.close();
  });

  it("runs all jobs that were sent together, without waiting for the next poll after each", async () => {
    const jobs = await openJobQueue(database, fail);
    const done = new Set<string>();
    const all = Promise.withResolvers<void>();
    // With a poll after each, the test would time out.
    const keys = Array.from({ length: 50 }, (_, index) => `job ${index}`);
    await jobs.work("notify", async (key) => {
      done.add(key);
      if (done.size === keys.length) all.resolve();
    });
    await Promise.all(keys.map((key) => jobs.send("notify", key)));
    await all.promise;
    await jobs.close();
  });

  it("aborts running jobs when closed, and waits until they end", async () => {
    const jobs = await openJobQueue(database, fail);
    const began = Promise.withResolvers<void>();
    let ended = false;
    await jobs.work("evaluation", async (_, signal) => {
      began.resolve();
      await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
      ended = true;
    });
    await jobs.send("evaluation", "long");
    await began.promise;
    await jobs.close();
    expect(ended).toBe(true);
  });

  it("restarts abandoned jobs", async () => {
    const jobs = await openJobQueue(database, fail);
    const again = Promise.withResolvers<string>();
    await jobs.work("evaluation", async (key) => again.resolve(key));
    // The queue of the embedded database is emptied at each start, so the job must be sent again.
    await jobs.send("evaluation", "long");
    expect(await again.promise).toBe("long");
    await jobs.close();
  });
});
