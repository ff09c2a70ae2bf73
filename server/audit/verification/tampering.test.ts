import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { checkpointFile } from "#server/audit/tree/signed-tree.ts";
import { COMPARISONS } from "#server/console/verification/comparisons.ts";
import { STORED_LINE } from "#test/event-lines.ts";
import { makeEvents, readAll } from "#test/make-events.ts";
import { startGateway, type TestGateway } from "#test/start-gateway.ts";
import { verifyAuditLog } from "./verify-audit-log.ts";

let gateway: TestGateway;
let middle = 0;
let last = 0;

beforeAll(async () => {
  gateway = await startGateway();
  await makeEvents(gateway);
  const events = await readAll(gateway);
  await gateway.gateway.tree.grow();
  last = events.length;
  middle = Math.floor(last / 2);
  await gateway.gateway.database.pool.query("create table backup as select * from events");
});

const verify = () => verifyAuditLog(gateway.gateway.database, gateway.gateway.checkpoints, COMPARISONS);

const COLUMNS = "seq, at, kind, request_id, actor_id, release, task_id, input_id, code, choice, body, hash";

/** Changes the database with superuser permissions. */
async function tamper(...statements: readonly string[]): Promise<void> {
  await gateway.gateway.database.pool.query(
    ["set session_replication_role = replica", ...statements, "set session_replication_role = default"].join(";"),
  );
}

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

/** SQL for an event's JSON with a different actor name of the same length. */
const OTHER_ACTOR = `regexp_replace(convert_from(body, 'UTF8'), '"name":"[^"]', '"name":"X')`;

type Kind = readonly [kind: string, statements: () => readonly string[], message: RegExp];

const KINDS: readonly Kind[] = [
  [
    "edited",
    () => [`update events set body = convert_to(${OTHER_ACTOR}, 'UTF8') where seq = ${middle}`],
    /hash does not/,
  ],
  ["with another hash", () => [`update events set hash = sha256(hash) where seq = ${middle}`], /hash does not match/],
  ["deleted", () => [`delete from events where seq = ${middle}`], /is missing/],
  [
    "deleted, with the others renumbered",
    () => [
      `delete from events where seq = ${middle}`,
      `update events set seq = seq + 1000000 where seq > ${middle}`,
      "update events set seq = seq - 1000001 where seq > 1000000",
    ],
    /hash does not match/,
  ],
  [
    "inserted",
    () => [
      `update events set seq = seq + 1000000 where seq > ${middle}`,
      `insert into events (${COLUMNS}) select seq + 1, at, kind, request_id, actor_id, release, task_id, input_id, code, choice, body, hash
       from events where seq = ${middle}`,
      "update events set seq = seq - 999999 where seq > 1000000",
    ],
    /hash does not match/,
  ],
  [
    "repeated at the end",
    () => [
      `insert into events (${COLUMNS}) select ${last + 1}, at, kind, request_id, actor_id, release, task_id, input_id, code, choice, body, hash
       from events where seq = ${middle}`,
    ],
    /hash does not match/,
  ],
  [
    "in another order",
    () => [
      `update events set seq = 1000000 where seq = ${middle}`,
      `update events set seq = ${middle} where seq = ${middle + 1}`,
      `update events set seq = ${middle + 1} where seq = 1000000`,
    ],
    /hash does not match/,
  ],
  [
    "with the body of another",
    () => [
      `update events set body = other.body from backup other
       where (events.seq = ${middle} and other.seq = ${middle + 1}) or (events.seq = ${middle + 1} and other.seq = ${middle})`,
    ],
    /hash does not match/,
  ],
  ["renumbered", () => [`update events set seq = seq + 1000000 where seq = ${middle}`], /is missing/],
  [
    "cut off at the end",
    () => [`delete from events where seq > ${middle}`],
    /the event has a checkpoint but is missing/,
  ],
  ["cut off at the beginning", () => [`delete from events where seq <= ${middle}`], /event 1 is missing/],
  [
    "cut off at the beginning and renumbered",
    () => [
      `delete from events where seq <= ${middle}`,
      "update events set seq = seq + 1000000",
      `update events set seq = seq - ${1_000_000} - ${middle}`,
    ],
    /hash does not match/,
  ],
  ["all gone", () => ["truncate events"], /the event has a checkpoint but is missing/],
  [
    "of another time, only in the column",
    () => [`update events set at = at + interval '1 second' where seq = ${middle}`],
    /the column at does not match/,
  ],
  [
    "of another kind, only in the column",
    () => [`update events set kind = 'x' where seq = ${middle}`],
    /the column kind/,
  ],
  [
    "of another kind, in the body as well, with fresh hashes",
    () => [
      `update events set kind = 'review.revoked',
         body = convert_to(replace(convert_from(body, 'UTF8'), kind, 'review.revoked'), 'UTF8') where seq = ${middle}`,
      REHASH,
    ],
    /a checkpoint has a different hash/,
  ],
  [
    "of another actor, only in the column",
    () => [`update events set actor_id = 'x' where seq = ${middle}`],
    /actor_id/,
  ],
  [
    "of another choice, only in the column",
    () => [`update events set choice = 'x' where seq = ${middle}`],
    /the column choice/,
  ],
  [
    "of another code, only in the column",
    () => [`update events set code = 'x' where seq = ${middle}`],
    /the column code/,
  ],
  [
    "rewritten as a whole, with fresh hashes",
    () => [`update events set body = convert_to(${OTHER_ACTOR}, 'UTF8')`, REHASH],
    /a checkpoint has a different hash/,
  ],
  [
    "rewritten as a whole, by the database's own function, without a member",
    () => [
      "delete from events",
      `select append_events(${STORED_LINE}) from backup where kind <> 'member.added' order by seq`,
    ],
    /the event has a checkpoint but is missing/,
  ],
];

describe("events changed with superuser permissions", () => {
  afterEach(async () => {
    await tamper("delete from events", "insert into events select * from backup");
    expect(await verify()).toMatchObject({ ok: true, errors: [], warnings: [] });
  });

  it.each(KINDS)("are detected: %s", async (_, statements, message) => {
    await tamper(...statements());
    const report = await verify();
    expect(report.ok).toBe(false);
    expect(report.errors.map((found) => found.message)).toContainEqual(expect.stringMatching(message));
  });

  it("are not detected without checkpoints, but the report warns: a rewritten, truncated or empty log", async () => {
    const file = checkpointFile(join(gateway.dataDir, "checkpoints"), gateway.gateway.signer.databaseId);
    const checkpoint = readFileSync(file);
    rmSync(file);
    try {
      expect(await verify()).toMatchObject({ ok: false, errors: [], checkpoints: 0 });
      for (const statements of [[`delete from events where seq = ${last}`], ["truncate events"]]) {
        await tamper(...statements);
        const report = await verify();
        expect(report.ok).toBe(false);
        expect(report.warnings.join()).toContain("No checkpoint confirms this log");
      }
    } finally {
      writeFileSync(file, checkpoint);
    }
  });
});
