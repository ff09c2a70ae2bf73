import { describe, expect, it } from "vitest";
import { addSession, type ConsoleSession } from "#test/console-session.ts";
import { approval, newRequest } from "#test/review.ts";
import { signInRoles } from "#test/sign-in-roles.ts";

const { gateway, researcher, reviewer } = await signInRoles();
const other = await addSession(gateway, "reviewer");

const submit = () => researcher.call.submissions.submit({ request: newRequest() });

/** Returns the name of the reviewer who, according to the queue, has the submission open. */
async function lookingAt(reader: ConsoleSession, { taskId }: { readonly taskId: string }) {
  return (await reader.call.reviews.queue({ taskId })).submissions[0]?.looking;
}

const expire = () => gateway.gateway.database.pool.query("update claims set expires_at = now() - interval '1 ms'");

describe("a claim", () => {
  it("shows other reviewers who has the submission open, for at most five minutes", async () => {
    const submission = await submit();
    const before = Date.now();
    const claim = await reviewer.call.reviews.claim(submission);
    expect(claim).toMatchObject({ reviewerId: reviewer.memberId, reviewer: "Reviewer" });
    expect(Date.parse(claim.expiresAt) - before).toBeGreaterThanOrEqual(300_000);
    expect(Date.parse(claim.expiresAt) - Date.now()).toBeLessThanOrEqual(300_000);
    expect(await lookingAt(other, submission)).toBe("Reviewer");
    expect(await lookingAt(reviewer, submission)).toBeNull();
  });

  it("stays with the first reviewer, who may renew it", async () => {
    const submission = await submit();
    const first = await reviewer.call.reviews.claim(submission);
    expect(await other.call.reviews.claim(submission)).toEqual(first);
    const renewed = await reviewer.call.reviews.claim(submission);
    expect(renewed.expiresAt >= first.expiresAt).toBe(true);
  });

  it("goes to one reviewer if several claim concurrently, and all get the id of that reviewer", async () => {
    const submission = await submit();
    const reviewers = [reviewer, other, await addSession(gateway, "reviewer")];
    const told = await Promise.all(
      reviewers.flatMap(({ call }) => [1, 2, 3].map(() => call.reviews.claim(submission))),
    );
    expect(new Set(told.map(({ reviewerId }) => reviewerId)).size).toBe(1);
  });

  it("can be taken by another reviewer after it expires", async () => {
    const submission = await submit();
    await reviewer.call.reviews.claim(submission);
    await expire();
    expect(await lookingAt(other, submission)).toBeNull();
    expect((await other.call.reviews.claim(submission)).reviewerId).toBe(other.memberId);
  });

  it("can only be released by the reviewer who holds it", async () => {
    const submission = await submit();
    await reviewer.call.reviews.claim(submission);
    await other.call.reviews.release(submission);
    expect(await lookingAt(other, submission)).toBe("Reviewer");
    await reviewer.call.reviews.release(submission);
    expect(await lookingAt(other, submission)).toBeNull();
  });

  it("does not stop another reviewer from deciding", async () => {
    const submission = await submit();
    await reviewer.call.reviews.claim(submission);
    expect(await other.call.reviews.decide(approval(submission))).toMatchObject({ status: "approved" });
  });

  it("is refused unless the submission is open", async () => {
    const submission = await submit();
    await researcher.call.submissions.withdraw(submission);
    await expect(reviewer.call.reviews.claim(submission)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
