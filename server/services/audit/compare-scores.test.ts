import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nextMillisecond } from "#test/next-millisecond.ts";
import { newRequest, submitAndApprove } from "#test/review.ts";
import { signInRoles } from "#test/sign-in-roles.ts";
import { verifyAuditLog } from "./verify-audit-log.ts";

const { gateway, researcher, reviewer } = await signInRoles();
afterAll(() => gateway.stop());
const { database, checkpoints } = gateway.gateway;
const verify = () => verifyAuditLog(database, checkpoints);

beforeAll(async () => {
  const { task, ...rest } = newRequest();
  const resolution = { ...task.resolution, resolves_at: "2999-01-01T00:00:00Z" };
  const { request, taskId } = await submitAndApprove(researcher, reviewer, {
    ...rest,
    task: { ...task, resolution },
  });
  await researcher.call.forecasts.run(request);
  const happenedAt = await nextMillisecond();
  const entry = { taskId, option: "yes", source: "The register.", happenedAt };
  const { outcomeId } = await researcher.call.outcomes.record(entry);
  await reviewer.call.outcomes.confirm({ outcomeId });
});

describe("verification of scores", () => {
  it("finds those that follow from the audit log in order", async () => {
    const { rows } = await database.pool.query("select count(*)::int as count from forecast_scores");
    expect(rows).toEqual([{ count: 1 }]);
    expect(await verify()).toMatchObject({ ok: true, errors: [] });
  });

  it.each([
    ["a better score", "brier = brier / 2", "brier = brier * 2", "its forecast and outcome give another score"],
    ["another outcome", "option = 'no'", "option = 'yes'", "the confirmed outcome is another one"],
    [
      "other probabilities",
      "probabilities[1] = probabilities[1] / 2",
      "probabilities[1] = probabilities[1] * 2",
      "the forecast in the audit log has other probabilities",
    ],
  ])("reports %s", async (_, change, restore, message) => {
    await database.pool.query(`update forecast_scores set ${change}`);
    const { ok, errors } = await verify();
    await database.pool.query(`update forecast_scores set ${restore}`);
    expect(ok).toBe(false);
    expect(errors).toContainEqual({ seq: null, message: expect.stringContaining(message) });
    expect(await verify()).toMatchObject({ ok: true });
  });

  it("reports totals that are not the sums of the scores", async () => {
    await database.pool.query("update score_totals set log = log + 1 where dimension = 'all'");
    const { errors } = await verify();
    await database.pool.query("update score_totals set log = log - 1 where dimension = 'all'");
    expect(errors).toContainEqual({ seq: null, message: expect.stringContaining("score_totals: the sums of group") });
  });
});
