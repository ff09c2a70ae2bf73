import { beforeAll, expect, it } from "vitest";
import { createDatabase, withoutPostgres } from "#test/create-database.ts";
import { describeUnless } from "#test/describe-unless.ts";
import { newRequest } from "#test/review.ts";
import { sendMany } from "#test/send-many.ts";
import { startGateway, type TestGateway } from "#test/start-gateway.ts";

describeUnless([withoutPostgres], "callers' unreviewed requests on PostgreSQL, which runs them in parallel", () => {
  let gateway: TestGateway;

  beforeAll(async () => {
    gateway = await startGateway({ DATABASE_URL: (await createDatabase()).url });
  });

  async function countKept(): Promise<unknown> {
    const { rows } = await gateway.gateway.database.pool.query(
      "select count(*)::int as kept, count(distinct task_id)::int as contents from submissions where origin = 'caller'",
    );
    return rows[0];
  }

  it("become one submission per content, with at most 100 open ones per credential", async () => {
    const request = newRequest();
    const same = Array.from({ length: 50 }, () => JSON.stringify(request));
    await sendMany(gateway.url, gateway.key, same, ({ status }) => expect(status).toBe(422));
    expect(await countKept()).toEqual({ kept: 1, contents: 1 });
    const bodies = Array.from({ length: 150 }, () => JSON.stringify(newRequest()));
    await sendMany(gateway.url, gateway.key, bodies, ({ status }) => expect(status).toBe(422));
    expect(await countKept()).toEqual({ kept: 100, contents: 100 });
  });
});
