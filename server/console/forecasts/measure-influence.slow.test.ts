import { afterAll, describe, expect, it } from "vitest";
import type { PredictionRequest } from "#lib/contract/request.ts";
import { totalVariation } from "#lib/stats/distances.ts";
import { freeWork } from "#server/limits/work.ts";
import { newRequest, submitAndApprove } from "#test/review.ts";
import { signInRoles } from "#test/sign-in-roles.ts";
import { measureInfluence } from "./measure-influence.ts";

const { gateway, researcher, reviewer } = await signInRoles();
afterAll(() => gateway.stop());

/** Returns a request with four observations, any of which can be left out. */
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

async function forecast(base = request()) {
  const approved = await submitAndApprove(researcher, reviewer, base);
  const { request_id: requestId, result } = await researcher.call.forecasts.run(approved.request);
  return { ...approved, requestId, result };
}

describe("the influence of observations", () => {
  it("equals the distance between the answers with and without the observation", async () => {
    const base = request();
    const whole = await forecast(base);
    const influence = await researcher.call.forecasts.influence(whole);
    if (!influence.ok) throw new Error(influence.reason);
    for (const [index, size] of influence.observations.entries()) {
      const context = base.input.context.toSpliced(index, 1);
      const { result } = await forecast({ ...base, input: { ...base.input, context } });
      expect(size).toBeCloseTo(totalVariation(whole.result.probabilities, result.probabilities), 10);
    }
    expect(influence.observations[3]).toBe(0);
  });

  it("is shown only while the input is approved", async () => {
    const { requestId, taskId, inputId } = await forecast();
    const read = () => researcher.call.forecasts.influence({ requestId });
    expect(await read()).toMatchObject({ ok: true });
    await reviewer.call.reviews.revoke({ kind: "approval", taskId, inputId, reason: "It says what happened." });
    expect(await read()).toMatchObject({ ok: false, reason: expect.stringContaining("not passed quality review") });
  });

  it("is not computed with another version of the model than the one that made the forecast", async () => {
    const { requestId } = await forecast();
    const { gateway: context } = gateway;
    const model = { ...context.model, status: () => ({ version: "another" }) };
    expect(await measureInfluence({ ...context, model }, requestId, freeWork())).toEqual({
      ok: false,
      reason: "Another version of the model made this forecast.",
    });
  });
});
