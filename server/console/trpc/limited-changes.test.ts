import { v4 as uuid } from "uuid";
import { expect, it } from "vitest";
import { newCases, sendFile } from "#test/evaluation.ts";
import { jsonl } from "#test/resolved-cases.ts";
import { newRequest, submitAndApprove } from "#test/review.ts";
import { signInRoles } from "#test/sign-in-roles.ts";

const { gateway, researcher, reviewer, admin } = await signInRoles({ CHANGES_PER_MINUTE: "4" });

it("all changes by a member share a limit per minute, and the error tells when to retry", async () => {
  const { taskId } = await submitAndApprove(researcher, reviewer, newRequest());
  expect((await researcher.fetch("members.rename", { name: "Researcher" })).status).toBe(200);
  const tag = (active: boolean) => researcher.fetch("questions.tag", { taskId, tag: "weather", active });
  expect((await tag(true)).status).toBe(200);
  expect((await tag(false)).status).toBe(200);
  const { status, headers, error } = await tag(true);
  expect(status).toBe(429);
  expect(error?.message).toMatch(/^Limit reached: 4 changes per minute\. Try again in \d+ seconds\.$/);
  const seconds = Number(headers.get("retry-after"));
  expect(error?.message).toContain(` ${seconds} seconds`);
  expect((await sendFile(gateway, researcher, jsonl(newCases(1)))).status).toBe(429);

  expect((await researcher.fetch("questions.get", { taskId })).status).toBe(200);
  expect((await reviewer.fetch("members.rename", { name: "Reviewer" })).status).toBe(200);
});

it("drafts, validation, notices marked as seen, and forecasts do not count as changes", async () => {
  const draft = { draftId: uuid(), title: "A draft", content: "{}", saveId: uuid() };
  for (let n = 0; n < 6; n++) {
    expect((await admin.fetch("drafts.save", { ...draft, replaces: [null, draft.saveId] })).status).toBe(200);
    expect((await admin.fetch("submissions.validate", newRequest())).status).toBe(200);
    expect((await admin.fetch("notices.markSeen", { at: "2026-01-01T00:00:00Z" })).status).toBe(200);
    expect((await admin.fetch("forecasts.run", {})).status).toBe(422);
  }
  expect((await admin.fetch("members.rename", { name: "Admin" })).status).toBe(200);
});
