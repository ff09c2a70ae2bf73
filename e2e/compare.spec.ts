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
  await expect(page.getByText("These forecasts answer different questions")).toBeVisible();
  await expect(page.getByRole("figure", { name: /^Probability of each option/ })).toHaveCount(2);
  await expect(page.getByRole("main")).not.toContainText(/ pp\b|distance/);
});

test("forecasts of one question are compared with the first", async ({ session, request }) => {
  const { request_id: requestId } = await (await predict(request, "binary")).json();
  await predict(request, "binary");
  const page = await session("reviewer");
  await page.goto(`/forecasts/${requestId}`);
  await page.getByRole("link", { name: "Compare with other forecasts" }).click();
  await expect(page).toHaveURL(/\/forecasts\?task=/);
  await page.getByRole("checkbox", { name: "Compare" }).nth(0).check();
  await page.getByRole("checkbox", { name: "Compare" }).nth(1).check();
  await page.getByRole("button", { name: "Compare" }).click();
  await expect(page.getByText("B gives the same probabilities as A.")).toBeVisible();
  await expect(page.getByText("B compared with A: the same input.")).toBeVisible();
});

test("the page of a question has a chart of its forecasts, with a sentence and a table", async ({
  session,
  request,
}) => {
  const answer = await (await predict(request, "multiclass")).json();
  const page = await session("researcher");
  await page.goto(`/forecasts/${answer.request_id}`);
  await page.getByRole("link", { name: "Question", exact: true }).click();
  await page.waitForURL("**/questions/*");
  const history = page.getByRole("region", { name: "History of the forecast and its sources", exact: true });
  await expect(history.getByText(/ at the information cutoff .* by 1 model version\./)).toBeVisible();
  await history.getByText("Show table").click();
  await history.getByRole("link").first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(answer.task.instructions);
  await expect(page).toHaveURL(/\/forecasts\/[0-9a-f-]{36}$/);
});

test("the list of forecasts links to refused requests in the audit log and keeps the filters that both pages have", async ({
  session,
}) => {
  const page = await session("researcher");
  await page.goto("/forecasts");
  await page.getByText("More filters").click();
  await page.getByLabel("Release", { exact: true }).fill("service-r13-c");
  await page.getByRole("button", { name: "Filter" }).click();
  await expect(page).toHaveURL(/\/forecasts\?release=service-r13-c$/);
  await page.getByRole("main").getByRole("link", { name: "audit log" }).click();
  await expect(page).toHaveURL(/\/audit\?release=service-r13-c$/);
  await expect(page.getByLabel("Release", { exact: true })).toHaveValue("service-r13-c");
});

test("the filtered list of forecasts can be downloaded", async ({ session, request }) => {
  const answer = await (await predict(request, "counts")).json();
  const page = await session("researcher");
  await page.goto(`/forecasts/${answer.request_id}`);
  await page.getByRole("heading", { name: "Provenance" }).click();
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
