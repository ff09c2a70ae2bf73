import { expect } from "@playwright/test";
import { expectNoViolations } from "./axe.ts";
import { test } from "./console.ts";
import { call, freshRequest } from "./review.ts";

test("an administrator sets and lifts a hold, and previews the retention before it is saved", async ({ session }) => {
  const [researcher, admin] = [await session("researcher"), await session("admin")];
  const { taskId, submissionId } = await call(researcher, "submissions.submit", { request: freshRequest() });
  await call(researcher, "submissions.withdraw", { submissionId });
  await admin.goto("/settings/erasure");
  const holds = admin.getByRole("region", { name: "Legal holds" });
  await holds.getByLabel("Task id, or id of the API key").fill(taskId);
  await holds.getByLabel("Reason of the hold").fill("A dispute");
  await holds.getByRole("button", { name: "Set hold" }).click();
  await expect(holds.getByRole("listitem")).toContainText("A dispute");
  await expectNoViolations(admin, "legal holds");
  await researcher.goto(`/questions/${encodeURIComponent(taskId)}`);
  await expect(researcher.getByText("Legal hold since")).toBeVisible();
  await admin.getByLabel("Reason to lift the hold").fill("It ended");
  await holds.getByRole("button", { name: "Lift hold" }).click();
  await expect(holds.getByRole("listitem")).toHaveCount(0);

  const retention = admin.getByRole("region", { name: "Retention" });
  await retention.getByLabel("Days to keep ended submissions").fill("0.5");
  await expect(retention.getByRole("alert")).toBeVisible();
  await retention.getByLabel("Days to keep ended submissions").fill("30");
  await expect(retention.getByText("would now remove 0 submissions")).toBeVisible();
  await retention.getByRole("button", { name: "Save rules" }).click();
  await admin.goto("/audit?show=erasures");
  await expect(admin.getByRole("row").filter({ hasText: "submissions: 30, records: off" })).toBeVisible();
});
