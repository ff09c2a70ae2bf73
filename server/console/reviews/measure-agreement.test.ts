import { expect, it } from "vitest";
import { addSession } from "#test/console-session.ts";
import { approval, newRequest } from "#test/review.ts";
import { signInRoles } from "#test/sign-in-roles.ts";

const HOUR = 3_600_000;

let now = 0;
const { gateway, researcher, reviewer } = await signInRoles({}, { now: () => new Date(now === 0 ? Date.now() : now) });

async function decideAfter(createdAt: string, hours: number, by = reviewer) {
  now = Date.parse(createdAt);
  const submission = await researcher.call.submissions.submit({ request: newRequest() });
  now += hours * HOUR;
  await by.call.reviews.decide(approval(submission));
}

it("measures each reviewer's decisions and times to decision, without seeded submissions", async () => {
  const other = await addSession(gateway, "reviewer");
  for (const hours of [1, 2, 3, 4, 5]) await decideAfter("2026-12-28T00:00:00Z", hours);
  await decideAfter("2027-01-03T10:00:00Z", 9, other);
  const { reviewers } = await researcher.call.reviews.agreement();
  const of = (id: string) => reviewers.find(({ reviewerId }) => reviewerId === id);
  expect(of(reviewer.memberId)).toMatchObject({ medianMs: 3 * HOUR, longMs: expect.closeTo(4.6 * HOUR, 3) });
  expect(of(other.memberId)).toMatchObject({ decisions: 1, approvals: 1, medianMs: 9 * HOUR, longMs: 9 * HOUR });
});
