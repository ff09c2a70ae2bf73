import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { checkpointFile } from "#server/audit/tree/signed-tree.ts";
import { COMPARISONS } from "#server/console/verification/comparisons.ts";
import { STORED_LINE } from "#test/event-lines.ts";
import { makeEvents, readAll } from "#test/make-events.ts";
import { startGateway } from "#test/start-gateway.ts";
import { tamper } from "#test/tamper.ts";
import { verifyAuditLog } from "./verify-audit-log.ts";

const gateway = await startGateway();
const { database, checkpoints, tree, signer } = gateway.gateway;
await makeEvents(gateway);
const last = (await readAll(gateway)).length;
const middle = Math.floor(last / 2);
await tree.grow();
await database.pool.query("create table backup as select * from events");
await database.pool.query("create table backup_contents as select * from event_contents");

const verify = () => verifyAuditLog(database, checkpoints, COMPARISONS);

const COLUMNS = "seq, at, kind, request_id, actor_id, release, task_id, input_id, code, choice, body, hash";

/** Recomputes the hashes of all events after some were changed. */
const REHASH = `
  do $$
  declare previous bytea := decode(repeat('00', 32), 'hex'); each record;
  begin
    for each in select seq, body from events order by seq loop
      previous := sha256(previous || each.body);
      update events set hash = previous where seq = each.seq;
    end loop;
  end $$`;

/** SQL for an event's JSON with a different type of actor, of the same length. */
const OTHER_ACTOR = `regexp_replace(convert_from(body, 'UTF8'), '"type":"[^"]', '"type":"X')`;

type Kind = [kind: string, message: RegExp, ...statements: string[]];

/** Inserts the middle event again, with another number. */
const repeat = (seq: string) =>
  `insert into events (${COLUMNS}) select ${seq}, ${COLUMNS.slice("seq, ".length)} from events where seq = ${middle}`;
const inMiddle = (change: string) => `update events set ${change} where seq = ${middle}`;

const KINDS: readonly Kind[] = [
  ["edited", /hash does not/, inMiddle(`body = convert_to(${OTHER_ACTOR}, 'UTF8')`)],
  ["with another hash", /hash does not match/, inMiddle("hash = sha256(hash)")],
  ["deleted", /is missing/, `delete from events where seq = ${middle}`],
  [
    "deleted, with the others renumbered",
    /hash does not match/,
    `delete from events where seq = ${middle}`,
    `update events set seq = seq + 1000000 where seq > ${middle}`,
    "update events set seq = seq - 1000001 where seq > 1000000",
  ],
  [
    "inserted",
    /hash does not match/,
    `update events set seq = seq + 1000000 where seq > ${middle}`,
    repeat("seq + 1"),
    "update events set seq = seq - 999999 where seq > 1000000",
  ],
  ["repeated at the end", /hash does not match/, repeat(`${last + 1}`)],
  [
    "in another order",
    /hash does not match/,
    inMiddle("seq = 1000000"),
    `update events set seq = ${middle} where seq = ${middle + 1}`,
    `update events set seq = ${middle + 1} where seq = 1000000`,
  ],
  [
    "with the body of another",
    /hash does not match/,
    `update events set body = other.body from backup other
     where (events.seq = ${middle} and other.seq = ${middle + 1}) or (events.seq = ${middle + 1} and other.seq = ${middle})`,
  ],
  ["renumbered", /is missing/, inMiddle("seq = seq + 1000000")],
  ["cut off at the end", /the event has a checkpoint but is missing/, `delete from events where seq > ${middle}`],
  ["cut off at the beginning", /event 1 is missing/, `delete from events where seq <= ${middle}`],
  [
    "cut off at the beginning and renumbered",
    /hash does not match/,
    `delete from events where seq <= ${middle}`,
    "update events set seq = seq + 1000000",
    `update events set seq = seq - ${1_000_000} - ${middle}`,
  ],
  ["all gone", /the event has a checkpoint but is missing/, "truncate events"],
  ["of another time, only in the column", /the column at does not match/, inMiddle("at = at + interval '1 second'")],
  ["of another kind, only in the column", /the column kind/, inMiddle("kind = 'x'")],
  [
    "of another kind, in the body as well, with fresh hashes",
    /a checkpoint has a different hash/,
    inMiddle(`kind = 'review.revoked',
      body = convert_to(replace(convert_from(body, 'UTF8'), kind, 'review.revoked'), 'UTF8')`),
    REHASH,
  ],
  ["of another actor, only in the column", /actor_id/, inMiddle("actor_id = 'x'")],
  ["of another choice, only in the column", /the column choice/, inMiddle("choice = 9")],
  ["of another code, only in the column", /the column code/, inMiddle("code = 'x'")],
  [
    "rewritten as a whole, with fresh hashes",
    /a checkpoint has a different hash/,
    `update events set body = convert_to(${OTHER_ACTOR}, 'UTF8')`,
    REHASH,
  ],
  [
    "rewritten as a whole, by the database's own function, without a member",
    /the event has a checkpoint but is missing/,
    "delete from events",
    "delete from event_contents",
    `select append_events(${STORED_LINE}) from backup where kind <> 'member.added' order by seq`,
  ],
];

describe("events changed with superuser permissions", () => {
  afterEach(async () => {
    for (const [table, copy] of [
      ["events", "backup"],
      ["event_contents", "backup_contents"],
    ])
      await tamper(database, `delete from ${table}`, `insert into ${table} select * from ${copy}`);
    expect(await verify()).toMatchObject({ ok: true, errors: [], warnings: [] });
  });

  it.each(KINDS)("are detected: %s", async (_, message, ...statements) => {
    await tamper(database, ...statements);
    const report = await verify();
    expect(report.ok).toBe(false);
    expect(report.errors.map((found) => found.message)).toContainEqual(expect.stringMatching(message));
  });

  it("are not detected without checkpoints, but the report warns: a rewritten, truncated or empty log", async () => {
    const file = checkpointFile(join(gateway.dataDir, "checkpoints"), signer.databaseId);
    const checkpoint = readFileSync(file);
    rmSync(file);
    try {
      expect(await verify()).toMatchObject({ ok: false, errors: [], checkpoints: 0 });
      for (const statement of [`delete from events where seq = ${last}`, "truncate events"]) {
        await tamper(database, statement);
        const report = await verify();
        expect(report.ok).toBe(false);
        expect(report.warnings.join()).toContain("No checkpoint confirms this log");
      }
    } finally {
      writeFileSync(file, checkpoint);
    }
  });
});
