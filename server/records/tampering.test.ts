import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeEvents, readAll } from "#test/make-events.ts";
import { startGateway, type TestGateway } from "#test/start-gateway.ts";
import { readLinks } from "./read-links.ts";
import { verifyChain } from "./verify-chain.ts";

let gateway: TestGateway;

beforeEach(async () => {
  gateway = await startGateway();
  await makeEvents(gateway);
});
afterEach(() => gateway.stop());

const verify = () => verifyChain(readLinks(gateway.gateway.database), gateway.gateway.checkpoints);

describe("the chain", () => {
  it("shows what somebody changed who may do anything in the database", async () => {
    const { pool } = gateway.gateway.database;
    const tamper = async (statement: string) => {
      await pool.query("alter table events disable trigger all");
      await pool.query(statement);
      await pool.query("alter table events enable trigger all");
    };
    const middle = Math.floor((await readAll(gateway)).length / 2);
    await tamper(`create table kept as select * from events`);
    const tampered = [
      [`update events set body = set_byte(body, 20, (get_byte(body, 20) + 1) % 128) where seq = ${middle}`, middle],
      [`update events set hash = set_byte(hash, 0, (get_byte(hash, 0) + 1) % 256) where seq = ${middle}`, middle],
      [`update events set code = 'INVALID_JSON', kind = 'prediction.refused' where seq = 1`, 1],
      [`update events set actor_id = 'somebody else' where seq = ${middle}`, middle],
      [`update events set at = at + interval '1 second' where seq = ${middle}`, middle],
      [`delete from events where seq = ${middle}`, middle + 1],
      [`update events set seq = seq + 1000000 where seq = ${middle}`, middle + 1],
    ] as const;
    for (const [statement, seq] of tampered) {
      await tamper(statement);
      const report = await verify();
      expect({ statement, ok: report.ok, seq: report.faults[0]?.seq }).toEqual({ statement, ok: false, seq });
      await tamper("delete from events");
      await tamper("insert into events select * from kept");
      expect((await verify()).ok).toBe(true);
    }
  });

  it("shows what was cut off or written anew as a whole, by a checkpoint", async () => {
    const { pool } = gateway.gateway.database;
    const head = (await readAll(gateway)).at(-1);
    if (head === undefined) throw new Error("there are no events");
    gateway.gateway.checkpoints.write(head, new Date());
    expect((await verify()).ok).toBe(true);
    await pool.query("alter table events disable trigger all");
    await pool.query("create table kept as select * from events");
    await pool.query("delete from events where seq = (select max(seq) from events)");
    expect((await verify()).faults).toEqual([{ seq: head.seq, fault: "a checkpoint names an event that is gone" }]);
    // The whole chain anew, by the database's own function: every hash fits the one before.
    await pool.query("delete from events");
    await pool.query(
      "select append_events(convert_from(body, 'UTF8')) from kept where kind <> 'member.added' order by seq",
    );
    const report = await verify();
    expect(report.ok).toBe(false);
    expect(report.faults.map(({ fault }) => fault)).toContain("a checkpoint names an event that is gone");
  });
});
