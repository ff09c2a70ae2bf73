import { expect, it } from "vitest";
import { submitAndApprove } from "#test/review.ts";
import { signInRoles } from "#test/sign-in-roles.ts";

const { researcher, reviewer } = await signInRoles();

it("a forecast contains the submission whose approval it used, and the names of the reviewers", async () => {
  const { submissionId } = await submitAndApprove(researcher, reviewer);
  const { request } = await researcher.call.submissions.get({ submissionId });
  const { request_id: requestId } = await researcher.call.forecasts.run(request);
  const { approval } = await researcher.call.forecasts.get({ requestId });
  expect(approval).toEqual({ submissionId, reviewers: ["Reviewer"] });
});
