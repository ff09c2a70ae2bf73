import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readLinks } from "#server/audit/export/read-links.ts";
import { change } from "#test/change.ts";
import { createDatabase, TEST_DATABASE_URL, type TestDatabase } from "#test/create-database.ts";
import { holdClock } from "#test/hold-clock.ts";
import { sendMany } from "#test/send-many.ts";
import { readExample, startGateway, type TestGateway } from "#test/start-gateway.ts";
import { verifyChain } from "./verify-chain.ts";

const EACH = 300;

describe.skipIf(TEST_DATABASE_URL === undefined)(
  "several gateways on one PostgreSQL (skipped without TEST_DATABASE_URL)",
  () => {
    let database: TestDatabase;
    let gateways: TestGateway[];

    beforeAll(async () => {
      database = await createDatabase();
      // Started at the same moment: one process migrates and seeds, the others wait.
      gateways = await Promise.all([1, 2, 3].map(() => startGateway({ DATABASE_URL: database.url })));
    });
    afterAll(async () => {
      await Promise.all(gateways.map((gateway) => gateway.stop()));
      await database.drop();
    });

    it("seed an empty database only once", async () => {
      expect(gateways.filter(({ key }) => key !== "")).toHaveLength(1);
      const { rows } = (await gateways[0]?.gateway.database.pool.query(
        "select count(*)::int as members from members",
      )) ?? { rows: [] };
      expect(rows).toEqual([{ members: 3 }]);
    });

    it("write one chain, without a fork or a gap", async () => {
      const key = gateways.find((gateway) => gateway.key !== "")?.key ?? "";
      const bodies = Array.from({ length: EACH }, (_, index) =>
        JSON.stringify(index % 3 === 0 ? change("/task/type", "x") : readExample("binary")),
      );
      const statuses = new Map<number, number>();
      await Promise.all(
        gateways.map((gateway) =>
          sendMany(gateway.url, key, bodies, ({ status }) => statuses.set(status, (statuses.get(status) ?? 0) + 1)),
        ),
      );
      expect(Object.fromEntries(statuses)).toEqual({ 200: 2 * EACH, 422: EACH });
      for (const { gateway } of gateways) {
        const report = await verifyChain(readLinks(gateway.database), gateway.checkpoints);
        expect(report).toMatchObject({ ok: true, errors: [] });
        expect(report.events).toBeGreaterThan(5 * EACH);
      }
    });

    it("apply each other's revocations: of approvals immediately, of credentials within 5 s", async () => {
      const [one, other] = gateways;
      if (one === undefined || other === undefined) throw new Error("there are no gateways");
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
  },
);
