import { beforeAll, expect, it } from "vitest";
import type { PredictionRequest } from "#lib/contract/request.ts";
import { verifyAuditLog } from "#server/audit/verification/verify-audit-log.ts";
import { readScoreOf } from "#server/console/scores/get-score.ts";
import { COMPARISONS } from "#server/console/verification/comparisons.ts";
import { archiveAll } from "#test/archive-all.ts";
import { describeStores } from "#test/describe-stores.ts";
import { nextMillisecond } from "#test/next-millisecond.ts";
import { confirmOutcome, newRequest, submitAndApprove } from "#test/review.ts";
import { makeFolder } from "#test/run-process.ts";
import { type Roles, signInRoles } from "#test/sign-in-roles.ts";

const REFUSAL = "Forecasts of this question were archived, so they cannot be scored again.";

describeStores("scores of archived forecasts", (settings) => {
  const folder = makeFolder();
  let roles: Roles;

  beforeAll(async () => {
    roles = await signInRoles(await settings());
  });

  interface Question {
    readonly taskId: string;
    readonly request: PredictionRequest;
  }

  const ask = (): Promise<Question> =>
    submitAndApprove(roles.researcher, roles.reviewer, newRequest("2999-01-01T00:00:00Z"));

  const forecast = async ({ request }: Question) => (await roles.researcher.call.forecasts.run(request)).request_id;
  const record = () => roles.researcher.call.outcomes.scores();
  const lateCount = async () => (await record()).notScored.late;

  /** Records and confirms an outcome; corrects an existing one. */
  async function happen({ taskId }: Question, option: string | null, happenedAt: string): Promise<void> {
    const { unconfirmed, confirmed } = await roles.researcher.call.outcomes.get({ taskId });
    const corrects = (unconfirmed ?? confirmed)?.outcomeId;
    const entry = { taskId, option, source: "The register.", happenedAt, corrects };
    await confirmOutcome(roles.researcher, roles.reviewer, entry);
  }

  async function archive(): Promise<void> {
    expect(await archiveAll(roles.gateway.gateway, folder)).not.toEqual([]);
  }

  async function expectVerified(): Promise<void> {
    const { database, checkpoints } = roles.gateway.gateway;
    expect(await verifyAuditLog(database, checkpoints, COMPARISONS)).toMatchObject({ ok: true, errors: [] });
  }

  it("remain, and corrections of their outcome are refused, even after later forecasts", async () => {
    const question = await ask();
    await forecast(question);
    const happenedAt = await nextMillisecond();
    await happen(question, "yes", happenedAt);
    const before = await record();
    await archive();
    await forecast(question);
    await forecast(question);
    await expect(happen(question, "no", happenedAt)).rejects.toThrow(REFUSAL);
    expect(before.parts).not.toEqual([]);
    expect((await record()).parts).toEqual(before.parts);
    await expectVerified();
  });

  it.each([
    ["late", "yes"],
    ["void", null],
  ])("are absent if forecasts were late or the question void, and corrections are refused: %s", async (_, option) => {
    const question = await ask();
    const early = await nextMillisecond();
    const requestId = await forecast(question);
    await happen(question, option, option === null ? await nextMillisecond() : early);
    await archive();
    await forecast(question);
    await forecast(question);
    await expect(happen(question, "yes", await nextMillisecond())).rejects.toThrow(REFUSAL);
    const { pool } = roles.gateway.gateway.database;
    const { rows } = await pool.query("select 1 from forecast_scores where task_id = $1", [question.taskId]);
    expect(rows).toEqual([]);
    await expect(roles.researcher.call.outcomes.scoreOf({ requestId })).rejects.toThrow("No forecast has this");
    await expectVerified();
  });

  it("do not prevent scoring and correcting questions whose outcome was unconfirmed at the time of the archive", async () => {
    const question = await ask();
    const requestId = await forecast(question);
    await archive();
    const happenedAt = await nextMillisecond();
    await happen(question, "yes", happenedAt);
    await happen(question, "no", happenedAt);
    expect(await roles.researcher.call.outcomes.scoreOf({ requestId })).toMatchObject({ scored: true, option: "no" });
    await expectVerified();
  });

  it("are verified with the digest in the history.archived event", async () => {
    const question = await ask();
    for (let count = 0; count < 2; count++) await forecast(question);
    await happen(question, "yes", await nextMillisecond());
    await archive();
    await expectVerified();
    const { database, checkpoints } = roles.gateway.gateway;
    await database.pool.query("create table backup_of_scores as select * from forecast_scores");
    for (const tampering of [
      "delete from forecast_scores where request_id = (select max(request_id::text)::uuid from forecast_scores)",
      "update forecast_scores set probabilities = array[0, 1], brier = 0, log = 0 where option = 'yes'",
      "update forecast_scores set log = 0 where option = 'yes'",
      "update forecast_scores set request_id = gen_random_uuid()",
    ]) {
      await database.pool.query(tampering);
      const { errors } = await verifyAuditLog(database, checkpoints, COMPARISONS);
      await database.pool.query("delete from forecast_scores");
      await database.pool.query("insert into forecast_scores select * from backup_of_scores");
      expect(errors).toContainEqual({ seq: null, message: expect.stringMatching(/^scores/) });
    }
    await database.pool.query("drop table backup_of_scores");
    await expectVerified();
  });

  it("are read by their caller and in the console, by no other caller", async () => {
    const question = await ask();
    const requestId = await forecast(question);
    await happen(question, "yes", await nextMillisecond());
    const read = () => roles.researcher.call.outcomes.scoreOf({ requestId });
    const before = await read();
    expect(before).toMatchObject({ scored: true });
    await archive();
    expect(await read()).toEqual(before);
    const { database } = roles.gateway.gateway;
    expect(await readScoreOf(database, requestId, roles.researcher.memberId)).toEqual(before);
    await expect(readScoreOf(database, requestId, roles.reviewer.memberId)).rejects.toThrow("No forecast has this");
  });

  it("are shown with the number of forecasts made too late, before and after those are archived", async () => {
    const question = await ask();
    await forecast(question);
    const known = await lateCount();
    await happen(question, "yes", await nextMillisecond());
    expect(await lateCount()).toBe(known);
    await forecast(question);
    expect(await lateCount()).toBe(known + 1);
    await forecast(question);
    expect(await lateCount()).toBe(known + 2);
    await archive();
    expect(await lateCount()).toBe(known + 2);
    await forecast(question);
    expect(await lateCount()).toBe(known + 3);
    await expectVerified();
  });
});
