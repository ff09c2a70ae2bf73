import { expect, it } from "vitest";
import { nextMillisecond } from "#test/next-millisecond.ts";
import { confirmOutcome, newRequest, submitAndApprove } from "#test/review.ts";
import { signInRoles } from "#test/sign-in-roles.ts";
import { readExample, startGateway } from "#test/start-gateway.ts";

const HOUR = 3_600_000;
const TRAINING = { MODEL_TRAINING_CUTOFF: "2030-01" };
let ahead = 0;
const now = () => new Date(Date.now() + ahead);
const { gateway, researcher, reviewer } = await signInRoles(TRAINING, { now });

it("a forecast with an as_of before MODEL_TRAINING_CUTOFF is found in review, and scored outside the record", async () => {
  const request = newRequest(new Date(now().getTime() + HOUR).toISOString());
  const finding = expect.objectContaining({ id: "as-of-before-training-cutoff" });
  expect((await researcher.call.submissions.validate(request)).findings).toContainEqual(finding);
  const { taskId } = await submitAndApprove(researcher, reviewer, request);
  const { request_id: requestId } = await researcher.call.forecasts.run(request);
  expect(await researcher.call.forecasts.get({ requestId })).toMatchObject({ trainingCutoff: "2030-01" });
  await nextMillisecond();
  const entry = { taskId, option: "yes", source: "The register.", happenedAt: now().toISOString() };
  await confirmOutcome(researcher, reviewer, entry);
  ahead += 2 * HOUR;
  await gateway.gateway.scores.update();
  const { part, parts } = await researcher.call.outcomes.scores();
  expect(part).toBeNull();
  expect(parts).toMatchObject([{ dimension: "retrospective", value: "retrospective", forecasts: 1 }]);
  expect(await researcher.call.outcomes.scored()).toEqual([]);
  const scored = await researcher.call.outcomes.scored({ by: "retrospective" });
  expect(scored).toMatchObject([{ requestId, findings: expect.arrayContaining(["as-of-before-training-cutoff"]) }]);
});

it("MODEL_TRAINING_CUTOFF does not change the model version", async () => {
  const other = await startGateway();
  const example = JSON.stringify(readExample("binary"));
  const [one, two] = [await gateway.post(example), await other.post(example)];
  expect(one.body.model_version).toBe(two.body.model_version);
});
