import { expect, it } from "vitest";
import { addSession } from "#test/console-session.ts";
import { countRead } from "#test/count-read.ts";
import { repeatForecast } from "#test/long-log.ts";
import { newRequest, submitAndApprove } from "#test/review.ts";
import { signInRoles } from "#test/sign-in-roles.ts";

const { gateway, reviewer } = await signInRoles({}, { repeat: () => () => {} });

const MANY = 3_000;

it("approved submissions without a forecast are found without reading all forecasts of their questions", async () => {
  const author = await addSession(gateway, "researcher");
  const run = await submitAndApprove(author, reviewer);
  const { request_id: requestId } = await author.call.forecasts.run(run.request);
  await repeatForecast(gateway.gateway.database, requestId, MANY);
  const { input } = newRequest();
  const waiting = await submitAndApprove(author, reviewer, { ...run.request, input });
  const before = await countRead(gateway.gateway.database);
  const { toRun } = await author.call.submissions.ownWork();
  expect(toRun.map(({ submissionId }) => submissionId)).toEqual([waiting.submissionId]);
  expect((await countRead(gateway.gateway.database)) - before).toBeLessThan(MANY);
});

it("a submission with a forecast is not listed again after many forecasts with another input", async () => {
  const author = await addSession(gateway, "researcher");
  const first = await submitAndApprove(author, reviewer);
  await author.call.forecasts.run(first.request);
  const second = { ...first.request, input: newRequest().input };
  await submitAndApprove(author, reviewer, second);
  const { request_id: requestId } = await author.call.forecasts.run(second);
  await repeatForecast(gateway.gateway.database, requestId, MANY);
  expect((await author.call.submissions.ownWork()).toRun).toEqual([]);
});
