import { beforeAll, expect, it } from "vitest";
import { createDatabase, withoutPostgres } from "#test/create-database.ts";
import { describeUnless } from "#test/describe-unless.ts";
import { holdClock } from "#test/hold-clock.ts";
import { makeLogKey } from "#test/log-key.ts";
import { readExample, startGateway, type TestGateway } from "#test/start-gateway.ts";

describeUnless([withoutPostgres], "two gateways on one PostgreSQL", () => {
  let one: TestGateway;
  let other: TestGateway;

  beforeAll(async () => {
    const environment = { DATABASE_URL: (await createDatabase()).url, LOG_KEY_FILE: makeLogKey() };
    [one, other] = await Promise.all([startGateway(environment), startGateway(environment)]);
  });

  it("apply each other's revocations: of approvals immediately, of credentials within 5 s", async () => {
    const key = await one.issue({ name: "shared" });
    const ask = async (gateway: TestGateway) =>
      (await gateway.post(JSON.stringify(readExample("counts")), { authorization: `Bearer ${key}` })).status;
    expect([await ask(one), await ask(other)]).toEqual([200, 200]);
    await one.gateway.database.pool.query("update approvals set revoked_at = now()");
    expect([await ask(one), await ask(other)]).toEqual([422, 422]);
    await holdClock(async (pass) => {
      expect(await ask(other)).toBe(422);
      await one.gateway.database.pool.query("update credentials set revoked_at = now() where name = 'shared'");
      pass(5_000);
      expect(await ask(other)).toBe(401);
    });
  });
});
