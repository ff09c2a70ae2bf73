import { expect } from "@playwright/test";
import { firstRun, predict, test } from "./console.ts";

test("every request is listed with its code, and the audit log is verified", { tag: "@quick" }, async ({
  session,
  request,
}) => {
  await predict(request, "binary");
  const refused = await request.post("/v1/predict", {
    headers: { authorization: `Bearer ${firstRun().api_key}` },
    data: "{",
  });
  const requestId = refused.headers()["x-request-id"] ?? "";
  const page = await session("reviewer");
  await page.goto("/audit");
  await expect(page.getByRole("row").filter({ hasText: "prediction answered" }).first()).toBeVisible();
  await page.getByText("More filters").click();
  await page.getByLabel("Request id").fill(requestId);
  await page.getByRole("button", { name: "Filter" }).click();
  await expect(page).toHaveURL(new RegExp(requestId));
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.getByRole("link", { name: "INVALID_JSON" }).click();
  await expect(page).toHaveURL(/\/docs#INVALID_JSON$/);

  await page.goto("/audit");
  await page.getByRole("button", { name: "Verify audit log" }).click();
  await expect(page.getByText("The audit log is verified")).toBeVisible();
});

test("the list of events has a link to older events", { tag: "@quick" }, async ({ session, request }) => {
  for (let count = 0; count < 60; count++) {
    await request.post("/v1/predict", { headers: { authorization: `Bearer ${firstRun().api_key}` }, data: "{" });
  }
  const page = await session("reviewer");
  await page.goto("/audit?code=INVALID_JSON");
  await expect(page.getByRole("row")).toHaveCount(51);
  await page.getByRole("link", { name: "Older events" }).click();
  await expect(page).toHaveURL(/code=INVALID_JSON&after=\d+/);
  await expect(page.getByRole("link", { name: "Newest events" })).toBeVisible();
});
