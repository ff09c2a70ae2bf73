import { drizzle } from "drizzle-orm/node-postgres";
import { describe, expect, it } from "vitest";
import { AT_ONCE } from "#server/audit/verification/pace.ts";
import { verifyAuditLog } from "#server/audit/verification/verify-audit-log.ts";
import type { Database } from "#server/db/open.ts";
import { candidateAnswered } from "#test/candidate-answered.ts";
import { countRead } from "#test/count-read.ts";
import { addRefusals, repeatForecast } from "#test/long-log.ts";
import { nextMillisecond } from "#test/next-millisecond.ts";
import { confirmOutcome, newRequest, submitAndApprove } from "#test/review.ts";
import { signInRoles } from "#test/sign-in-roles.ts";
import { tamper } from "#test/tamper.ts";
import { compareScores } from "./compare-scores.ts";
import { COMPARISONS } from "./comparisons.ts";

const repeat = () => () => {};
const { gateway, researcher, reviewer } = await signInRoles({ CANDIDATE_MODEL_ADAPTER: "pool" }, { repeat });
const { database, checkpoints } = gateway.gateway;
const verify = () => verifyAuditLog(database, checkpoints, COMPARISONS);

/** Returns the database with a hook that runs after the first query, to simulate a change during the verification. */
function interrupted(then: () => Promise<void>): Database {
  let isFirst = true;
  const query = async (...parameters: Parameters<typeof database.pool.query>) => {
    const result = await database.pool.query(...parameters);
    if (isFirst) {
      isFirst = false;
      await then();
    }
    return result;
  };
  const pool = new Proxy(database.pool, {
    get: (target, name) => (name === "query" ? query : Reflect.get(target, name)),
  });
  return { ...database, pool, orm: drizzle({ client: pool }) };
}

/** Records and confirms an outcome. If the question already has an outcome, corrects it. */
async function happen(option: string): Promise<void> {
  const { confirmed } = await researcher.call.outcomes.get({ taskId });
  const entry = { taskId, option, source: "The register.", happenedAt, corrects: confirmed?.outcomeId };
  await confirmOutcome(researcher, reviewer, entry);
}

const { taskId, request } = await submitAndApprove(researcher, reviewer, newRequest("2999-01-01T00:00:00Z"));
const { request_id: requestId } = await researcher.call.forecasts.run(request);
await candidateAnswered(gateway);
const happenedAt = await nextMillisecond();
await happen("yes");

describe("verification of scores", () => {
  it("reports no error for scores that follow from the audit log", async () => {
    const { rows } = await database.pool.query(
      "select prediction_id from forecast_scores order by prediction_id nulls first",
    );
    expect(rows).toEqual([{ prediction_id: null }, { prediction_id: requestId }]);
    expect(await verify()).toMatchObject({ ok: true, errors: [] });
  });

  const CHANGES = [
    [
      "a better score",
      "brier = brier / 2",
      "brier = brier * 2",
      "the score does not follow from the forecast and the outcome",
    ],
    [
      "a later count",
      "counts_from = counts_from + interval '1 day'",
      "counts_from = counts_from - interval '1 day'",
      "the score does not count from the resolution date of its question",
    ],
    ["another outcome", "option = 'no'", "option = 'yes'", "the score does not match the confirmed outcome"],
    [
      "other probabilities",
      "probabilities[1] = probabilities[1] / 2",
      "probabilities[1] = probabilities[1] * 2",
      "the probabilities do not match the forecast in the audit log",
    ],
  ] as const;

  it.each([
    ...CHANGES.flatMap((change) => [["null", ...change] as const, ["not null", ...change] as const]),
    [
      "null",
      "another caller",
      "caller_id = '?' || caller_id",
      "caller_id = substr(caller_id, 2)",
      "the score does not match the forecast in the audit log",
    ] as const,
    [
      "not null",
      "another prediction",
      "prediction_id = request_id",
      "prediction_id = (select request_id from forecast_scores where prediction_id is null)",
      "the score does not match the forecast in the audit log",
    ] as const,
  ])("reports in a score whose prediction is %s: %s", async (prediction, _, change, restore, message) => {
    const update = `update forecast_scores set`;
    await database.pool.query(`${update} ${change} where prediction_id is ${prediction}`);
    const { ok, errors } = await verify();
    await database.pool.query(`${update} ${restore} where prediction_id is ${prediction}`);
    expect(ok).toBe(false);
    expect(errors).toContainEqual({ seq: null, message: expect.stringContaining(message) });
    expect(await verify()).toMatchObject({ ok: true });
  });

  it("reports missing scores of forecasts and of the candidate", async () => {
    const { pool } = database;
    await pool.query("create table backup as select * from forecast_scores");
    await pool.query("delete from forecast_scores");
    const { errors } = await verify();
    await pool.query("insert into forecast_scores select * from backup");
    const isMissing = {
      seq: expect.any(Number),
      message: expect.stringMatching(/^scores .*: the score is missing$/),
    };
    expect(errors).toEqual([isMissing, isMissing]);
    expect(await verify()).toMatchObject({ ok: true });
  });

  it.each([
    ["through", "through = 0", /^scored_questions .*: through is "0", but according to the audit log it is "/],
    ["outcome_id", "outcome_id = gen_random_uuid()", /^scored_questions .*: outcome_id is "/],
  ])("reports a question whose %s was changed to hide a missing score", async (column, change, message) => {
    const { rows } = await database.pool.query(`select ${column} as value from scored_questions`);
    await database.pool.query(`update scored_questions set ${change}`);
    const { errors } = await verify();
    await database.pool.query(`update scored_questions set ${column} = $1`, [rows[0].value]);
    expect(errors.map((found) => found.message)).toContainEqual(expect.stringMatching(message));
    expect(await verify()).toMatchObject({ ok: true });
  });

  it("reports a perfect score of an unknown request", async () => {
    await database.pool.query(
      `insert into forecast_scores select (jsonb_populate_record(s, '{"probabilities": [0, 1], "brier": 0, "log": 0}'
         || jsonb_build_object('request_id', gen_random_uuid()))).*
       from forecast_scores s where prediction_id is null`,
    );
    const { errors } = await verify();
    await database.pool.query("delete from forecast_scores where brier = 0");
    expect(errors).toEqual([
      {
        seq: null,
        message:
          "scores: the digest of the 1 scores without a forecast in the audit log does not match the digest of the 0 archived scores",
      },
    ]);
    expect(await verify()).toMatchObject({ ok: true });
  });

  it("reports no error if an outcome is corrected during verification", async () => {
    const corrected = interrupted(() => happen("no"));
    expect(await compareScores(corrected, AT_ONCE, undefined)).toEqual([]);
    await happen("yes");
    expect(await verify()).toMatchObject({ ok: true, errors: [] });
  });

  it.each([
    ["not JSON", "'{'", "the event of the forecast is malformed"],
    ["of another kind", `'{"kind":"prediction.opened"}'`, "the event is not a forecast"],
  ])("reports a forecast with an event that is %s, and also reports the changed event", async (_, body, message) => {
    const { rows } = await database.pool.query("select body from events where kind = 'prediction.answered'");
    await tamper(database, `update events set body = ${body}::text::bytea where kind = 'prediction.answered'`);
    const { errors } = await verify();
    await tamper(
      database,
      `update events set body = '\\x${rows[0].body.toString("hex")}' where kind = 'prediction.answered'`,
    );
    expect(errors).toContainEqual({
      seq: null,
      message: expect.stringContaining(message),
    });
    expect(errors).toContainEqual({ seq: expect.any(Number), message: expect.any(String) });
    expect(await verify()).toMatchObject({ ok: true, errors: [] });
  });

  it("does not read the whole log, even if many of its forecasts belong to one question", async () => {
    await repeatForecast(database, requestId, 5_000);
    await addRefusals(database, 5_000);
    await database.pool.query("analyze");
    const before = await countRead(database);
    expect(await compareScores(database, AT_ONCE, undefined)).toEqual([]);
    expect((await countRead(database)) - before).toBeLessThan(6_000);
  });
});
