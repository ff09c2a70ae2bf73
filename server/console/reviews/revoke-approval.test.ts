import { describe, expect, it } from "vitest";
import { approval, submitAndApprove } from "#test/review.ts";
import { signInRoles } from "#test/sign-in-roles.ts";

const { gateway, researcher, reviewer, admin } = await signInRoles();

const codeOf = async (request: object) => Object((await gateway.post(JSON.stringify(request))).body.error).code;
const reason = "A source was wrong.";

describe("a revocation", () => {
  it("takes effect with the next request if an approval is revoked", async () => {
    const { request, taskId, inputId } = await submitAndApprove(researcher, reviewer);
    expect(await codeOf(request)).toBeUndefined();
    await reviewer.call.reviews.revoke({ kind: "approval", taskId, inputId, reason });
    expect(await codeOf(request)).toBe("INPUT_QUALITY_UNVERIFIED");
  });

  it("takes effect with the next request, for every input, if a binding is revoked", async () => {
    const one = await submitAndApprove(researcher, reviewer);
    const input = { ...one.request.input, as_of: "2026-06-16T00:00:00Z" };
    const other = await submitAndApprove(researcher, reviewer, { ...one.request, input });
    await admin.call.reviews.revoke({ kind: "binding", taskId: one.taskId, reason });
    for (const { request } of [one, other]) expect(await codeOf(request)).toBe("TASK_NOT_SUPPORTED");
  });

  it("prevents every forecast after it is acknowledged, even for concurrent requests", async () => {
    const { request, taskId, inputId } = await submitAndApprove(researcher, reviewer);
    const before = Array.from({ length: 20 }, () => codeOf(request));
    await reviewer.call.reviews.revoke({ kind: "approval", taskId, inputId, reason });
    const after = await Promise.all(Array.from({ length: 20 }, () => codeOf(request)));
    expect(new Set(after)).toEqual(new Set(["INPUT_QUALITY_UNVERIFIED"]));
    for (const code of await Promise.all(before)) expect([undefined, "INPUT_QUALITY_UNVERIFIED"]).toContain(code);
  });

  it("is recorded with the member and the reason", async () => {
    const { taskId, inputId } = await submitAndApprove(researcher, reviewer);
    await admin.call.reviews.revoke({ kind: "approval", taskId, inputId, reason });
    const [record] = (await admin.call.audit.list({ kind: "review.revoked", limit: 1 })).events;
    expect(record?.event).toMatchObject({
      actor: { type: "member", id: admin.memberId },
      revoked: "approval",
      task_id: taskId,
      input_id: inputId,
      reason,
    });
  });

  it("requires a reason and, for an approval, the input id", async () => {
    const { taskId, inputId } = await submitAndApprove(researcher, reviewer);
    const calls = [
      { kind: "approval", taskId, inputId, reason: "" },
      { kind: "approval", taskId, inputId, reason: "  " },
      { kind: "approval", taskId, reason },
    ] as const;
    for (const call of calls)
      await expect(reviewer.call.reviews.revoke(call)).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });

  it("is refused if no approval is active, for example the second time", async () => {
    const { taskId, inputId } = await submitAndApprove(researcher, reviewer);
    const revocation = { kind: "approval", taskId, inputId, reason } as const;
    const twice = await Promise.allSettled([1, 2].map(() => reviewer.call.reviews.revoke(revocation)));
    expect(twice.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await expect(reviewer.call.reviews.revoke(revocation)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("can only be undone by a new review", async () => {
    const { request, taskId, inputId } = await submitAndApprove(researcher, reviewer);
    await reviewer.call.reviews.revoke({ kind: "binding", taskId, reason });
    await reviewer.call.reviews.revoke({ kind: "approval", taskId, inputId, reason });
    const again = await researcher.call.submissions.submit({ request });
    expect(again.status).toBe("submitted");
    expect(await codeOf(request)).toBe("TASK_NOT_SUPPORTED");
    await reviewer.call.reviews.decide(approval(again));
    expect(await codeOf(request)).toBeUndefined();
  });
});
