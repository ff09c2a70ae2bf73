import { afterAll, describe, expect, it } from "vitest";
import { addSession, type ConsoleSession } from "#test/console-session.ts";
import { approval, newRequest } from "#test/review.ts";
import { signInRoles } from "#test/sign-in-roles.ts";

const { gateway, researcher, reviewer } = await signInRoles();
const other = await addSession(gateway, "reviewer");
afterAll(() => gateway.stop());

const submit = () => researcher.call.submissions.submit({ request: newRequest() });

/** Whom the queue names beside it. */
async function lookingAt(reader: ConsoleSession, { taskId }: { readonly taskId: string }) {
  return (await reader.call.reviews.queue({ taskId })).submissions[0]?.looking;
}

/** As if the time of every claim were up. */
const expire = () => gateway.gateway.database.pool.query("update claims set expires_at = now() - interval '1 ms'");

describe("a claim", () => {
  it("says who looks and for five minutes at most, to others and not to oneself", async () => {
    const submission = await submit();
    const before = Date.now();
    const claim = await reviewer.call.reviews.claim(submission);
    expect(claim).toMatchObject({ reviewerId: reviewer.memberId, reviewer: "Reviewer" });
    expect(Date.parse(claim.expiresAt) - before).toBeGreaterThanOrEqual(300_000);
    expect(Date.parse(claim.expiresAt) - Date.now()).toBeLessThanOrEqual(300_000);
    expect(await lookingAt(other, submission)).toBe("Reviewer");
    expect(await lookingAt(reviewer, submission)).toBeNull();
  });

  it("stays with who was first, who may renew it", async () => {
    const submission = await submit();
    const first = await reviewer.call.reviews.claim(submission);
    expect(await other.call.reviews.claim(submission)).toEqual(first);
    const renewed = await reviewer.call.reviews.claim(submission);
    expect(renewed.expiresAt >= first.expiresAt).toBe(true);
  });

  it("of many reviewers at once is one's alone, and all are told whose", async () => {
    const submission = await submit();
    const reviewers = [reviewer, other, await addSession(gateway, "reviewer")];
    const told = await Promise.all(
      reviewers.flatMap(({ call }) => [1, 2, 3].map(() => call.reviews.claim(submission))),
    );
    expect(new Set(told.map(({ reviewerId }) => reviewerId)).size).toBe(1);
  });

  it("expires: then another reviewer has it", async () => {
    const submission = await submit();
    await reviewer.call.reviews.claim(submission);
    await expire();
    expect(await lookingAt(other, submission)).toBeNull();
    expect((await other.call.reviews.claim(submission)).reviewerId).toBe(other.memberId);
  });

  it("is released by its reviewer alone", async () => {
    const submission = await submit();
    await reviewer.call.reviews.claim(submission);
    await other.call.reviews.release(submission);
    expect(await lookingAt(other, submission)).toBe("Reviewer");
    await reviewer.call.reviews.release(submission);
    expect(await lookingAt(other, submission)).toBeNull();
  });

  it("binds nobody: another's decision counts", async () => {
    const submission = await submit();
    await reviewer.call.reviews.claim(submission);
    expect(await other.call.reviews.decide(approval(submission))).toMatchObject({ status: "approved" });
  });

  it("is only for what waits", async () => {
    const submission = await submit();
    await researcher.call.submissions.withdraw(submission);
    await expect(reviewer.call.reviews.claim(submission)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
