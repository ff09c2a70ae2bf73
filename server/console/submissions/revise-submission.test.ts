import { describe, expect, it } from "vitest";
import { addSession } from "#test/console-session.ts";
import { approval, newRequest } from "#test/review.ts";
import { signInRoles } from "#test/sign-in-roles.ts";

const { gateway, researcher, reviewer, admin } = await signInRoles();

const submit = (supersedes?: string) => researcher.call.submissions.submit({ request: newRequest(), supersedes });
const statusOf = async (submissionId: string) => (await researcher.call.submissions.get({ submissionId })).status;

/** Sends a request with an API key, which is refused and sent for review. Returns the submission id. */
async function submitAsCaller(): Promise<string> {
  const request = newRequest();
  await gateway.post(JSON.stringify(request));
  const { submissions } = await researcher.call.submissions.list({ status: "submitted", limit: 1 });
  expect(submissions[0]).toMatchObject({ origin: "caller", title: request.task.instructions });
  return submissions[0]?.submissionId ?? "";
}

describe("a revision", () => {
  it("withdraws the author's open submission, references it, and is recorded in the audit log", async () => {
    const { submissionId } = await submit();
    const revised = await submit(submissionId);
    expect(revised.supersedes).toBe(submissionId);
    expect(await statusOf(submissionId)).toBe("withdrawn");
    const [record] = (await researcher.call.audit.list({ kind: "submission.withdrawn", limit: 1 })).events;
    expect(record?.event).toMatchObject({ submission_id: submissionId, actor: { id: researcher.memberId } });
  });

  it("may change just the title or the note", async () => {
    const content = { request: newRequest(), title: "Rain", note: "From the station." };
    const first = await researcher.call.submissions.submit(content);
    const revision = { ...content, supersedes: first.submissionId };
    expect(await researcher.call.submissions.submit(revision)).toEqual(first);

    const noted = await researcher.call.submissions.submit({ ...revision, note: "From the airport." });
    expect(noted).toMatchObject({ supersedes: first.submissionId, title: "Rain", note: "From the airport." });
    expect(await statusOf(first.submissionId)).toBe("withdrawn");
    // A retry, for example after a lost response, returns the same submission.
    expect(await researcher.call.submissions.submit({ ...revision, note: noted.note })).toEqual(noted);

    const { request } = content;
    const without = await researcher.call.submissions.submit({ request, supersedes: noted.submissionId });
    expect(without).toMatchObject({ title: request.task.instructions, note: "" });
    expect(await researcher.call.submissions.submit({ request })).toEqual(without);
    const titled = await researcher.call.submissions.submit({ request, title: "Showers" });
    expect(titled).toMatchObject({ supersedes: without.submissionId, title: "Showers" });
    expect(await statusOf(without.submissionId)).toBe("withdrawn");
  });

  it("withdraws both open submissions if the author already has the new content in review", async () => {
    const request = newRequest();
    const open = await researcher.call.submissions.submit({ request });
    const { submissionId } = await submit();
    const revised = await researcher.call.submissions.submit({ request, supersedes: submissionId });
    expect(revised.supersedes).toBe(submissionId);
    expect(await Promise.all([submissionId, open.submissionId].map(statusOf))).toEqual(["withdrawn", "withdrawn"]);
  });

  it("marks the superseded submission as revised, even if another member made the revision", async () => {
    const { submissionId, ...seen } = await submit();
    await reviewer.call.reviews.decide({ ...approval({ submissionId, ...seen }), quality: "changes", note: "Why." });
    const listed = async () => {
      const { submissions } = await researcher.call.submissions.list({ status: "changes_requested", limit: 200 });
      return submissions.find((one) => one.submissionId === submissionId);
    };
    expect(await listed()).toMatchObject({ isRevised: false });
    const other = await addSession(gateway, "researcher");
    await other.call.submissions.submit({ request: newRequest(), supersedes: submissionId });
    expect(await listed()).toMatchObject({ isRevised: true });
  });

  it("is refused for another member's open submission, which stays open", async () => {
    const { submissionId } = await submit();
    for (const { call } of [reviewer, admin, await addSession(gateway, "researcher")]) {
      const revision = call.submissions.submit({ request: newRequest(), supersedes: submissionId });
      await expect(revision).rejects.toMatchObject({ code: "FORBIDDEN" });
    }
    expect(await statusOf(submissionId)).toBe("submitted");
  });

  it("is allowed for all members if the open submission was sent with an API key, and withdraws that submission", async () => {
    const submissionId = await submitAsCaller();
    await submit(submissionId);
    expect(await statusOf(submissionId)).toBe("withdrawn");
    const [record] = (await researcher.call.audit.list({ kind: "submission.withdrawn", limit: 1 })).events;
    expect(record?.event).toMatchObject({ submission_id: submissionId, actor: { id: researcher.memberId } });
  });

  it("is allowed for all members if the submission is decided, and leaves its status unchanged", async () => {
    for (const verdict of ["changes", "reject", "approve"] as const) {
      const { submissionId, ...seen } = await submit();
      const decision = { ...approval({ submissionId, ...seen }), quality: verdict, note: "Why." };
      const { status } = await reviewer.call.reviews.decide(decision);
      const other = await addSession(gateway, "researcher");
      const revised = await other.call.submissions.submit({ request: newRequest(), supersedes: submissionId });
      expect(revised).toMatchObject({ supersedes: submissionId, authorId: other.memberId });
      expect(await statusOf(submissionId)).toBe(status);
    }
  });

  it("is allowed for all members if the submission is withdrawn", async () => {
    const { submissionId } = await submit();
    await researcher.call.submissions.withdraw({ submissionId });
    const revised = await admin.call.submissions.submit({ request: newRequest(), supersedes: submissionId });
    expect(revised.supersedes).toBe(submissionId);
  });

  it("succeeds only if no concurrent decision succeeds", async () => {
    const submission = await submit();
    const both = await Promise.allSettled([
      submit(submission.submissionId),
      reviewer.call.reviews.decide(approval(submission)),
    ]);
    const status = await statusOf(submission.submissionId);
    expect(status).toBe(both[1].status === "fulfilled" ? "approved" : "withdrawn");
  });
});
