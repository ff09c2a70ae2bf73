import { expect, it } from "vitest";
import { addSession } from "#test/console-session.ts";
import { countRead } from "#test/count-read.ts";
import { repeatForecast } from "#test/long-log.ts";
import { newRequest, submitAndApprove } from "#test/review.ts";
import { signInRoles } from "#test/sign-in-roles.ts";

const HOUR = 3_600_000;
let ahead = 0;
const now = () => new Date(Date.now() + ahead);
const inAnHour = () => new Date(now().getTime() + HOUR).toISOString();
const { gateway, reviewer } = await signInRoles({}, { repeat: () => () => {}, now });

const MANY = 3_000;

it("approved submissions without a forecast are found without reading all forecasts of their questions", async () => {
  const author = await addSession(gateway, "researcher");
  const run = await submitAndApprove(author, reviewer, newRequest(inAnHour()));
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

it("the first steps end with a forecast of an own question, and a question that has resolved leaves the queue", async () => {
  const author = await addSession(gateway, "researcher");
  const work = () => author.call.submissions.ownWork();
  expect(await work()).toMatchObject({ latest: null, hasForecast: false });
  const { submissionId, request } = await submitAndApprove(author, reviewer, newRequest(inAnHour()));
  expect(await work()).toMatchObject({ toRun: [{ submissionId }], latest: { submissionId }, hasForecast: false });
  ahead += 2 * HOUR;
  expect((await work()).toRun).toEqual([]);
  ahead -= 2 * HOUR;
  await author.call.forecasts.run(request);
  expect(await work()).toMatchObject({ toRun: [], hasForecast: true });
});
