import { expect } from "@playwright/test";
import { test } from "./console.ts";
import { call, freshRequest } from "./review.ts";

test("an unreviewed request of a backend waits for review, is approved, and is answered when it is sent again", async ({
  session,
  request,
}) => {
  const admin = await session("admin");
  const { key, credentialId } = await call(admin, "credentials.issue", { name: "The ferry desk" });
  const body = freshRequest();
  const ask = () => request.post("/v1/predict", { headers: { authorization: `Bearer ${key}` }, data: body });

  const refused = await ask();
  expect(refused.status()).toBe(422);
  expect((await refused.json()).error.code).toBe("TASK_NOT_SUPPORTED");
  expect((await ask()).status()).toBe(422);

  const reviewer = await session("reviewer");
  await reviewer.goto("/review");
  await reviewer.getByLabel("Origin").selectOption("caller");
  await reviewer.getByRole("button", { name: "Filter" }).click();
  await expect(reviewer).toHaveURL(/origin=caller/);
  const waiting = reviewer.getByRole("row").filter({
    has: reviewer.getByRole("link", { name: body.task.instructions }),
  });
  await expect(waiting).toHaveCount(1);
  await expect(waiting).toContainText("The ferry desk");
  await waiting.getByRole("link", { name: body.task.instructions }).click();
  await expect(reviewer.getByRole("region", { name: "About" })).toContainText("backend: its request was refused");
  const verdicts = reviewer.getByRole("region", { name: "Your verdicts" });
  for (const choice of await verdicts.getByRole("radio", { name: "Approve" }).all()) await choice.check();
  await expect(verdicts.getByRole("button", { name: "Record decision" })).toBeDisabled();
  for (const check of await verdicts.getByRole("checkbox").all()) await check.check();
  await verdicts.getByRole("button", { name: "Record decision" }).click();
  await expect(reviewer.getByText("Decision recorded: approved")).toBeVisible();

  const answered = await ask();
  expect(answered.status(), await answered.text()).toBe(200);
  const { request_id: requestId, result } = await answered.json();
  expect(Object.keys(result.probabilities).sort()).toEqual(Object.keys(body.task.criteria).sort());
  await admin.goto(`/audit?request=${requestId}`);
  await expect(admin.getByRole("row").filter({ hasText: "prediction answered" })).toContainText("The ferry desk");
  await call(admin, "credentials.revoke", { credentialId });
  expect((await ask()).status()).toBe(401);
});
