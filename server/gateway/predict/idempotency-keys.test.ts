import { randomBytes, randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import type { Database } from "#server/db/open.ts";
import { createIdempotencyKeys } from "./idempotency-keys.ts";

it("queues a bounded number of keys while the database is down and releases them afterwards", async () => {
  const asked: (readonly unknown[])[] = [];
  const pipeline = { query: () => Promise.reject(new Error("the database is down")), close: async () => {} };
  const pool = { query: async (_: string, values: readonly unknown[]) => asked.push(values) };
  const orm = { delete: () => ({ where: async () => {} }) };
  const database = { pipeline, pool, orm } as unknown as Database;
  const keys = createIdempotencyKeys(database, 1_000, () => new Date());
  const claim = (keyHash: Buffer) =>
    keys.claim({ keyHash, requestId: randomUUID(), requestDigest: randomBytes(32) }).catch(() => {});

  const repeated = randomBytes(32);
  for (let count = 0; count < 50; count++) await claim(repeated);
  await keys.tidy();
  for (let count = 0; count < 10_500; count++) await claim(randomBytes(32));
  await keys.tidy();
  await keys.tidy();
  expect(asked.map((values) => values.map((column) => (column as unknown[]).length))).toEqual([
    [20, 20],
    [10_000, 10_000],
  ]);
});
