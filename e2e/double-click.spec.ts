import { expect, type Request } from "@playwright/test";
import { until } from "#test/until.ts";
import { test } from "./console.ts";
import { query } from "./review.ts";

test("a double click on Run records one forecast, and a later click records another", async ({ session }) => {
  const page = await session("researcher");
  const { submissions } = await query(page, "submissions.list", { status: "approved", limit: 1 });
  const [{ submissionId, taskId }] = submissions;
  const count = async () => (await query(page, "forecasts.list", { taskId, limit: 200 })).forecasts.length;
  const before = await count();
  const runs = { sent: 0, answered: 0 };
  const isRun = (request: Request) => request.url().includes("/forecasts.run");
  page.on("request", (request) => isRun(request) && runs.sent++);
  page.on("requestfinished", (request) => isRun(request) && runs.answered++);
  const allAnswered = () => until("each run is answered", () => runs.sent > 0 && runs.answered === runs.sent);

  await page.goto(`/submissions/${submissionId}`);
  // Clicks twice before React renders again, as a user on a slow machine can.
  await page.getByRole("button", { name: "Run" }).evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await expect(page).toHaveURL(/\/forecasts\/[0-9a-f-]{36}/);
  await allAnswered();
  expect(await count()).toBe(before + 1);

  await page.goto(`/submissions/${submissionId}`);
  await page.getByRole("button", { name: "Run" }).dblclick();
  await expect(page).toHaveURL(/\/forecasts\/[0-9a-f-]{36}/);
  await allAnswered();
  expect(await count()).toBe(before + 2);
});
