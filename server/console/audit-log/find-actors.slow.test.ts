import { afterAll, expect, it } from "vitest";
import { newRequest } from "#test/review.ts";
import { signInRoles } from "#test/sign-in-roles.ts";

const { gateway, researcher, reviewer } = await signInRoles();
afterAll(() => gateway.stop());

it("filters events by the id of their actor, or by part of the actor's name or e-mail address, ignoring case", async () => {
  const { submissionId } = await researcher.call.submissions.submit({ request: newRequest() });
  const kinds: ["submission.created"] = ["submission.created"];
  const find = async (actorId: string) => {
    const { events } = await reviewer.call.audit.list({ kinds, actorId });
    return events.some(({ event }) => "submission_id" in event && event.submission_id === submissionId);
  };
  for (const who of [researcher.memberId, "RESEARCH", "researcher@example"]) expect(await find(who)).toBe(true);
  for (const who of [reviewer.memberId, "Reviewer", "%", "nobody"]) expect(await find(who)).toBe(false);
});
