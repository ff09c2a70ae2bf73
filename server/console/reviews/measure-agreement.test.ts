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

it("measures the median and 90 % by reviewer and by ISO week in UTC, over eight weeks", async () => {
  const other = await addSession(gateway, "reviewer");
  // Monday, 28 December 2026, is in the last week of the ISO year 2026; so is Sunday, 3 January 2027.
  await decideAfter("2026-11-08T22:59:59Z", 1);
  await decideAfter("2026-11-08T23:00:00Z", 1);
  for (const hours of [1, 2, 3, 4, 5]) await decideAfter("2026-12-28T00:00:00Z", hours);
  await decideAfter("2027-01-03T10:00:00Z", 9, other);
  now = Date.parse("2027-01-03T23:59:59Z");
  expect(await researcher.call.reviews.agreement()).toMatchObject({
    oldestAt: null,
    times: [
      { label: "All reviewers", decisions: 7, medianMs: 3 * HOUR, longMs: expect.closeTo(6.6 * HOUR, 3) },
      { label: "Reviewer", decisions: 6, medianMs: 2.5 * HOUR, longMs: 4.5 * HOUR },
      { label: "reviewer", decisions: 1, medianMs: 9 * HOUR, longMs: 9 * HOUR },
      { label: "Week 2026-W53", decisions: 6, medianMs: 3.5 * HOUR, longMs: 7 * HOUR },
      { label: "Week 2026-W46", decisions: 1, medianMs: HOUR, longMs: HOUR },
    ],
  });
});

it("has no times without decisions, and names the oldest of the waiting submissions", async () => {
  now = Date.parse("2028-01-01T00:00:00Z");
  await researcher.call.submissions.submit({ request: newRequest() });
  now += HOUR;
  await researcher.call.submissions.submit({ request: newRequest() });
  const agreement = await researcher.call.reviews.agreement();
  expect(agreement).toMatchObject({ waiting: 2, oldestAt: "2028-01-01T00:00:00.000Z", times: [] });
});
