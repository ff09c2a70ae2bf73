import { readFileSync } from "node:fs";
import { expect } from "@playwright/test";
import { predict, test } from "./console.ts";

test("forecasts selected in the list are compared side by side", async ({ session, request }) => {
  await predict(request, "binary");
  await predict(request, "multiclass");
  const page = await session("researcher");
  await page.goto("/forecasts");
  const boxes = page.getByRole("checkbox", { name: "Compare" });
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await expect(page.getByText("2 forecasts selected.")).toBeVisible();
  await page.getByRole("button", { name: "Compare" }).click();
  await expect(page).toHaveURL(/\/forecasts\/compare\?id=[0-9a-f-]+&id=[0-9a-f-]+$/);
  await expect(page.getByText("not independently verified").first()).toBeVisible();
  const options = page.getByRole("region", { name: "Probabilities and differences" });
  // The forecasts have different options. An option that a forecast does not have must not be shown as 0 %.
  await expect(options.getByRole("row").filter({ hasText: "left where it is" })).toContainText("not an option");
  await expect(page.getByRole("region", { name: "Distances between forecasts" })).toContainText("the options differ");
  await expect(page.getByText(/\d+ differences/)).toBeVisible();
});

test("a forecast can be compared with other forecasts of the same task", async ({ session, request }) => {
  const { request_id: requestId } = await (await predict(request, "binary")).json();
  await predict(request, "binary");
  const page = await session("reviewer");
  await page.goto(`/forecasts/${requestId}`);
  await page.getByRole("link", { name: "Compare with other forecasts" }).click();
  await expect(page.getByRole("heading", { name: "Forecasts of the same task" })).toBeVisible();
  await page.getByRole("checkbox", { name: "Compare" }).first().check();
  await page.getByRole("button", { name: "Compare" }).click();
  await expect(page.getByText("B gives the same probabilities as A.")).toBeVisible();
  await expect(page.getByText("the same task and the same input")).toBeVisible();
});

test("the page of a task over time has a chart, a summary and a table", async ({ session, request }) => {
  const answer = await (await predict(request, "multiclass")).json();
  const page = await session("researcher");
  await page.goto(`/forecasts/${answer.request_id}`);
  await page.getByRole("link", { name: "Forecasts over time" }).click();
  await expect(page.getByRole("figure", { name: "by information cutoff" })).toBeVisible();
  // Other tests may have made the same forecast.
  await expect(page.getByText(/^(Only one forecast so far|\d+ forecasts, all with the same answer)\./)).toBeVisible();
  const table = page.getByRole("region", { name: "Probabilities by information cutoff" });
  await expect(table.getByRole("row")).toHaveCount(2);
  await table.getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(answer.task.instructions);
});

test("the list of forecasts links to refused requests in the audit log and keeps the filters that both pages have", async ({
  session,
}) => {
  const page = await session("researcher");
  await page.goto("/forecasts");
  await page.getByLabel("Release").fill("service-r13-c");
  await page.getByRole("button", { name: "Filter" }).click();
  await expect(page).toHaveURL(/\/forecasts\?release=service-r13-c$/);
  await page.getByRole("main").getByRole("link", { name: "audit log" }).click();
  await expect(page).toHaveURL(/\/audit\?release=service-r13-c$/);
  await expect(page.getByLabel("Release")).toHaveValue("service-r13-c");
});

test("the filtered list of forecasts can be downloaded", async ({ session, request }) => {
  const answer = await (await predict(request, "counts")).json();
  const page = await session("researcher");
  await page.goto(`/forecasts/${answer.request_id}`);
  await page.getByRole("link", { name: "All forecasts of this question" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "CSV", exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^forecasts-[\d-]+\.csv$/);
  const [header, ...rows] = readFileSync(await download.path(), "utf8")
    .trim()
    .split("\r\n");
  expect(header).toMatch(/^request_id,/);
  expect(rows.some((row) => row.startsWith(answer.request_id))).toBe(true);
});
