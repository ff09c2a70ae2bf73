import { expect } from "@playwright/test";
import { test } from "./console.ts";
import { query } from "./review.ts";

test("a double click on Run records one forecast, and a later run another", async ({ session }) => {
  const page = await session("researcher");
  const { submissions } = await query(page, "submissions.list", { status: "approved", limit: 1 });
  const [{ submissionId, taskId }] = submissions;
  const count = async () => (await query(page, "forecasts.list", { taskId, limit: 200 })).forecasts.length;
  const before = await count();

  await page.goto(`/submissions/${submissionId}`);
  // Both clicks come before the page is drawn again, as those of an impatient hand on a slow machine do.
  await page.getByRole("button", { name: "Run" }).evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await expect(page).toHaveURL(/\/forecasts\/[0-9a-f-]{36}/);
  await page.waitForLoadState("networkidle");
  expect(await count()).toBe(before + 1);

  await page.goto(`/submissions/${submissionId}`);
  await page.getByRole("button", { name: "Run" }).dblclick();
  await expect(page).toHaveURL(/\/forecasts\/[0-9a-f-]{36}/);
  await page.waitForLoadState("networkidle");
  expect(await count()).toBe(before + 2);
});
