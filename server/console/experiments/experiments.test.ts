import { afterAll, describe, expect, it } from "vitest";
import type { PredictionRequest } from "#lib/contract/request.ts";
import { totalVariation } from "#lib/stats/distances.ts";
import { verifyAuditLog } from "#server/audit/verification/verify-audit-log.ts";
import { COMPARISONS } from "#server/console/verification/comparisons.ts";
import { approval, newRequest, submitAndApprove } from "#test/review.ts";
import { signInRoles } from "#test/sign-in-roles.ts";

const { gateway, researcher, reviewer } = await signInRoles();
afterAll(() => gateway.stop());
const { database, checkpoints } = gateway.gateway;

/** Returns a request with four observations, any of which a variant can leave out. */
function request(): PredictionRequest {
  const { model, task, input } = newRequest();
  const options = Object.keys(task.criteria);
  const context = [0.2, 0.5, 0.9].map((share, index) => ({
    type: "structured" as const,
    data: {
      kind: "forecast",
      source: `source ${index}`,
      probabilities: Object.fromEntries(options.map((option, at) => [option, at === 0 ? share : 1 - share])),
    },
    observed_at: input.as_of,
  }));
  return {
    model,
    task,
    input: { ...input, context: [...context, { type: "text", text: "No news.", observed_at: input.as_of }] },
  };
}

const leaveOut = ({ input: { context } }: PredictionRequest, index: number) => ({
  name: `without ${index}`,
  context: JSON.parse(JSON.stringify(context.toSpliced(index, 1))),
});

describe("an experiment with observations", () => {
  it("is a group of submissions, each of which needs its own approval before it can run", async () => {
    const base = request();
    const { submissionId } = await submitAndApprove(researcher, reviewer, base);
    const variants = [leaveOut(base, 0), leaveOut(base, 2)];
    const { experimentId } = await researcher.call.experiments.create({ submissionId, variants });
    const before = await researcher.call.experiments.get({ experimentId });
    expect(before.variants.map(({ name, status, mayRun }) => [name, status, mayRun])).toEqual([
      ["without 0", "submitted", false],
      ["without 2", "submitted", false],
    ]);
    expect(before.variants.map(({ mayDecide }) => mayDecide)).toEqual([false, false]);
    expect((await reviewer.call.experiments.get({ experimentId })).variants[0]?.mayDecide).toBe(true);
    const queued = await reviewer.call.reviews.queue({ experimentId });
    expect(queued.submissions.map(({ variant }) => variant)).toEqual(["without 0", "without 2"]);
    const [first] = before.variants;
    if (first === undefined) throw new Error("there is no variant");
    await expect(researcher.call.forecasts.run(first.request)).rejects.toThrow("no active approval");
    const { taskId, inputId } = await researcher.call.submissions.get({ submissionId: first.submissionId });
    await reviewer.call.reviews.decide(approval({ submissionId: first.submissionId, taskId, inputId }));
    await researcher.call.forecasts.run(base);
    await researcher.call.forecasts.run(first.request);
    const after = await researcher.call.experiments.get({ experimentId });
    expect(after.base.forecast?.probabilities).not.toEqual(after.variants[0]?.forecast?.probabilities);
    expect(after.variants[1]?.forecast).toBeNull();
    expect(await researcher.call.experiments.list({ submissionId })).toMatchObject([
      { experimentId, variants: ["without 0", "without 2"] },
    ]);
    expect(await verifyAuditLog(database, checkpoints, COMPARISONS)).toMatchObject({ ok: true, errors: [] });
  });

  it("is refused as a whole if a variant is invalid or two are identical", async () => {
    const base = request();
    const { submissionId } = await researcher.call.submissions.submit({ request: base });
    const create = (...variants: { readonly name: string; readonly context: never[] }[]) =>
      researcher.call.experiments.create({ submissionId, variants });
    const later = [{ type: "text", text: "later", observed_at: "2999-01-01T00:00:00Z" }];
    const invalid = { name: "later", context: JSON.parse(JSON.stringify(later)) };
    await expect(create(leaveOut(base, 0), invalid)).rejects.toThrow('Variant "later", /input/context/0');
    await expect(create(leaveOut(base, 0), leaveOut(base, 0))).rejects.toThrow("has the same observations");
    await expect(create(leaveOut(base, 9))).rejects.toThrow('the same observations as "Original submission"');
    expect(await researcher.call.experiments.list({ submissionId })).toEqual([]);
  });
});

describe("the influence of observations", () => {
  it("equals the distance between the answers with and without the observation", async () => {
    const base = request();
    const approved = await submitAndApprove(researcher, reviewer, base);
    const influence = await researcher.call.experiments.influence({ submissionId: approved.submissionId });
    if (!influence.ok) throw new Error(influence.reason);
    const whole = await researcher.call.forecasts.run(base);
    for (const [index, size] of influence.observations.entries()) {
      const { context } = leaveOut(base, index);
      const without = await submitAndApprove(researcher, reviewer, { ...base, input: { ...base.input, context } });
      const { result } = await researcher.call.forecasts.run(without.request);
      expect(size).toBeCloseTo(totalVariation(whole.result.probabilities, result.probabilities), 10);
    }
    expect(influence.observations[3]).toBe(0);
  });

  it("is shown only while the input is approved", async () => {
    const { submissionId } = await researcher.call.submissions.submit({ request: request() });
    expect(await researcher.call.experiments.influence({ submissionId })).toMatchObject({ ok: false });
    const { taskId, inputId, ...approved } = await submitAndApprove(researcher, reviewer, request());
    const read = () => researcher.call.experiments.influence({ submissionId: approved.submissionId });
    expect(await read()).toMatchObject({ ok: true });
    await reviewer.call.reviews.revoke({ kind: "approval", taskId, inputId, reason: "It says what happened." });
    expect(await read()).toMatchObject({ ok: false, reason: expect.stringContaining("not passed quality review") });
  });
});
