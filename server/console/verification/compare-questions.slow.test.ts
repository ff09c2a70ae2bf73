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

const { taskId, inputId, request } = await submitAndApprove(researcher, reviewer, newRequest("2999-01-01T00:00:00Z"));
await researcher.call.forecasts.run(request);
const happenedAt = await nextMillisecond();
await confirmOutcome(researcher, reviewer, { taskId, option: "yes", source: "s", happenedAt });
await admin.call.outcomes.changeAlias({ alias: "Another name", source: "A name" });

it("reports no error for questions and aliases that follow from the audit log", async () => {
  const { rows } = await database.pool.query("select quotes from scored_questions");
  expect(rows).toEqual([{ quotes: [{ inputId, quotes: expect.arrayContaining([expect.anything()]) }] }]);
  expect(await verify()).toEqual([]);
});

const INVALID = /^scored_questions .*: the row does not match the confirmed outcome and the task$/;
const MISQUOTED = /^scored_questions .*: the quotes do not follow from the approved inputs$/;

it.each([
  ["another option", "scored_questions", "option = 'no'", INVALID],
  ["another index", "scored_questions", "happened = 1 - happened", INVALID],
  ["a void question", "scored_questions", "option = null, happened = null", INVALID],
  ["a later count", "scored_questions", "counts_from = counts_from + interval '1 day'", INVALID],
  ["an earlier decision", "scored_questions", "happened_at = happened_at - interval '1 day'", INVALID],
  [
    "a better quote",
    "scored_questions",
    "quotes = jsonb_set(quotes, '{0,quotes,0,probabilities}', '[0, 1]')",
    MISQUOTED,
  ],
  ["another source", "scored_questions", `quotes = jsonb_set(quotes, '{0,quotes,0,source}', '"Nobody"')`, MISQUOTED],
  ["a quote of no input", "scored_questions", `quotes = jsonb_set(quotes, '{0,inputId}', '"sha256:00"')`, MISQUOTED],
  ["a quote twice", "scored_questions", "quotes = quotes || quotes", MISQUOTED],
  ["a missing quote", "scored_questions", "quotes = quotes #- '{0,quotes,0}'", MISQUOTED],
  ["missing quotes", "scored_questions", "quotes = '[]'", MISQUOTED],
  ["another name", "source_aliases", "source = 'B name'", /^source_aliases Another name: source/],
])("reports %s", async (_, table, change, message) => {
  await database.pool.query(`create table backup as select * from ${table}`);
  await database.pool.query(`update ${table} set ${change}`);
  const errors = await verify();
  await database.pool.query(`delete from ${table}; insert into ${table} select * from backup; drop table backup`);
  expect(errors).toEqual([expect.stringMatching(message)]);
  expect(await verify()).toEqual([]);
});

it("reports no quotes of an approved input without a forecast, because it may have been approved later", async () => {
  const {
    database: { pool },
  } = gateway.gateway;
  await pool.query("create table backup as select * from forecast_scores; delete from forecast_scores");
  await pool.query(
    "create table quoted as select quotes from scored_questions; update scored_questions set quotes = '[]'",
  );
  const errors = await verify();
  await pool.query("insert into forecast_scores select * from backup; drop table backup");
  await pool.query("update scored_questions set quotes = quoted.quotes from quoted; drop table quoted");
  expect(errors).toEqual([expect.stringMatching(/the score is missing$/)]);
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
    expect.stringMatching(/^scored_questions .*: the task or an approved input cannot be read$/),
  );
  expect(await verify()).toEqual([]);
});
