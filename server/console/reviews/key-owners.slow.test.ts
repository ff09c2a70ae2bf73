import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { identify } from "#server/base/digest.ts";
import { members } from "#server/db/member-schema.ts";
import { warnOfUnknownOwner } from "#server/gateway/credentials/environment-key-owner.ts";
import { catchLog } from "#test/catch-log.ts";
import { addSession, type ConsoleSession } from "#test/console-session.ts";
import { newCases, sendFile } from "#test/evaluation.ts";
import { jsonl } from "#test/resolved-cases.ts";
import { approval, newRequest, type Seen } from "#test/review.ts";
import { type Roles, signInRoles } from "#test/sign-in-roles.ts";

const KEY = "a-key-of-the-environment-0123456789";
const WROTE = expect.stringContaining("created the API key that sent it");

async function withRoles(environment: Readonly<Record<string, string>>, test: (roles: Roles) => Promise<void>) {
  const roles = await signInRoles(environment);
  await test(roles);
}

/** Sends a request with the key. Returns the resulting submission, which is waiting for review. */
async function sendWith(key: string, { gateway, researcher }: Roles, request = newRequest()) {
  await gateway.post(JSON.stringify(request), { authorization: `Bearer ${key}` });
  const { submissions } = await researcher.call.reviews.queue({ taskId: identify(request.task).id });
  const [submission] = submissions;
  if (submission === undefined) throw new Error("the request is not waiting for review");
  return submission;
}

/** Approves a submission as the reviewer. Returns the audit event of the decision. */
async function decide({ call }: ConsoleSession, submission: Seen) {
  await call.reviews.decide(approval(submission));
  const { events } = await call.audit.list({ kind: "review.decided", limit: 1 });
  expect(events[0]?.event).toMatchObject({ submission_id: submission.submissionId });
  return events[0]?.event;
}

describe("the API key created at bootstrap", () => {
  it("belongs to the first administrator, who cannot decide on its requests", () =>
    withRoles({}, async (roles) => {
      const { gateway, admin, reviewer } = roles;
      const submission = await sendWith(gateway.key, roles);
      await gateway.gateway.database.orm
        .update(members)
        .set({ role: "reviewer" })
        .where(eq(members.id, admin.memberId));
      await expect(decide(admin, submission)).rejects.toMatchObject({ code: "FORBIDDEN", message: WROTE });
      expect(await reviewer.call.submissions.get(submission)).toMatchObject({ authorUnknown: false });
      expect(await decide(reviewer, submission)).not.toHaveProperty("author_unknown");
    }));
});

describe("the API key set by GATEWAY_API_KEY", () => {
  const OWNED = { GATEWAY_API_KEY: KEY, GATEWAY_API_KEY_OWNER: "Reviewer+key@example.com" };

  it("belongs to the member named by GATEWAY_API_KEY_OWNER, who cannot decide on its requests", () =>
    withRoles(OWNED, async (roles) => {
      const { gateway, researcher, reviewer } = roles;
      const submission = await sendWith(KEY, roles);
      await expect(decide(reviewer, submission)).rejects.toMatchObject({ code: "FORBIDDEN", message: WROTE });
      expect((await reviewer.call.submissions.get(submission)).may.decide).toEqual(WROTE);
      const [queued] = (await reviewer.call.reviews.queue({ taskId: submission.taskId })).submissions;
      expect(queued).toMatchObject({ mine: true, may: { decide: WROTE } });

      const [line] = newCases(1);
      await sendWith(KEY, roles, Object(line).request);
      const { body } = await sendFile(gateway, researcher, jsonl([Object(line)]));
      const evaluation = await reviewer.call.evaluations.get({ evaluationId: String(body.evaluationId) });
      expect(evaluation.may.decide).toContain("You wrote a task in this file");

      const other = await addSession(gateway, "reviewer");
      expect(await other.call.submissions.get(submission)).toMatchObject({ authorUnknown: false });
      expect(await decide(other, submission)).not.toHaveProperty("author_unknown");
      expect(await warnings(roles)).toBe("");
    }));

  it.each([
    ["no owner", { GATEWAY_API_KEY: KEY }],
    ["an owner who is not a member", { GATEWAY_API_KEY: KEY, GATEWAY_API_KEY_OWNER: "nobody@example.com" }],
  ])("leads to warnings at startup and to reviewers, and is recorded with decisions, if it has %s", (_, environment) =>
    withRoles(environment, async (roles) => {
      const submission = await sendWith(KEY, roles);
      const { reviewer } = roles;
      expect(await reviewer.call.submissions.get(submission)).toMatchObject({ authorUnknown: true });
      expect(await decide(reviewer, submission)).toMatchObject({ author_unknown: true });
      expect(await warnings(roles)).toContain("GATEWAY_API_KEY_OWNER");
      expect(await roles.admin.call.audit.verify()).toMatchObject({ ok: true });
    }),
  );

  async function warnings({ gateway }: Roles): Promise<string> {
    const log = catchLog();
    await warnOfUnknownOwner(log.change(gateway.gateway));
    return log.text();
  }
});
