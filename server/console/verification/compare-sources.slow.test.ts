import { expect, it } from "vitest";
import { verifyAuditLog } from "#server/audit/verification/verify-audit-log.ts";
import { nextMillisecond } from "#test/next-millisecond.ts";
import { confirmOutcome, newRequest, submitAndApprove } from "#test/review.ts";
import { signInRoles } from "#test/sign-in-roles.ts";
import { COMPARISONS } from "./comparisons.ts";

const { gateway, researcher, reviewer, admin } = await signInRoles();
const { database, checkpoints } = gateway.gateway;

async function verify(): Promise<string[]> {
  return (await verifyAuditLog(database, checkpoints, COMPARISONS)).errors.map(({ message }) => message);
}

const { taskId, request } = await submitAndApprove(researcher, reviewer, newRequest("2999-01-01T00:00:00Z"));
await researcher.call.forecasts.run(request);
const happenedAt = await nextMillisecond();
await confirmOutcome(researcher, reviewer, { taskId, option: "yes", source: "s", happenedAt });
await admin.call.outcomes.changeAlias({ alias: "Another name", source: "A name" });

it("reports no error for scores and aliases that follow from the audit log", async () => {
  const { rows } = await database.pool.query("select count(*)::int as count from source_pairs");
  expect(rows[0].count).toBeGreaterThan(0);
  expect(await verify()).toEqual([]);
});

const INVALID = /^source scores of .*: a score of “.*” does not follow from the inputs and the outcome$/;

it.each([
  ["a better score", "source_scores", "update source_scores set log = log / 2", INVALID],
  ["another source", "source_scores", "update source_scores set source = 'Nobody'", INVALID],
  ["another horizon", "source_scores", "update source_scores set horizon = 'under 1 day'", INVALID],
  ["a later count", "source_scores", "update source_scores set counts_from = counts_from + interval '1 day'", INVALID],
  ["another weight", "source_scores", "update source_scores set weight = weight / 2", INVALID],
  ["a missing score", "source_scores", "delete from source_scores", /: a score of “.*” is missing$/],
  [
    "a worse score of the gateway",
    "source_pairs",
    "update source_pairs set own_log = own_log * 2",
    /: a comparison with/,
  ],
  ["a missing comparison", "source_pairs", "delete from source_pairs", /: a comparison with/],
  [
    "another name",
    "source_aliases",
    "update source_aliases set source = 'B name'",
    /^source_aliases Another name: source/,
  ],
])("reports %s", async (_, table, change, message) => {
  await database.pool.query(`create table backup as select * from ${table}`);
  await database.pool.query(change);
  const errors = await verify();
  await database.pool.query(`delete from ${table}; insert into ${table} select * from backup; drop table backup`);
  expect(errors).toEqual([expect.stringMatching(message)]);
  expect(await verify()).toEqual([]);
});

it("reports an input that cannot be read, instead of stopping", async () => {
  await database.pool.query(
    "create table backup as select * from inputs; update inputs set canonical = '{}'::text::bytea",
  );
  const errors = await verify();
  await database.pool.query(
    "update inputs set canonical = b.canonical from backup b where b.input_id = inputs.input_id",
  );
  await database.pool.query("drop table backup");
  expect(errors).toContainEqual(
    expect.stringMatching(/^source scores of .*: the task or an approved input cannot be read$/),
  );
  expect(await verify()).toEqual([]);
});
