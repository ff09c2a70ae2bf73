import { expect } from "@playwright/test";
import { formatPercent } from "#lib/stats/format-percent.ts";
import { predict, test } from "./console.ts";

test("a forecast page shows the exact answer and that its calibration is not verified", { tag: "@quick" }, async ({
  session,
  request,
}) => {
  const answer = await (await predict(request, "multiclass")).json();
  const page = await session("researcher");
  await page.goto(`/forecasts/${answer.request_id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(answer.task.instructions);
  await expect(page).toHaveTitle(/^[^·]{10,60} · Forecast · Forecasting gateway$/);
  await expect(page.getByText("not independently verified").first()).toBeVisible();
  await page.getByText("Exact values, in the order of the request").click();
  const table = page.getByRole("region", { name: "Probability of each option" });
  for (const [option, probability] of Object.entries(answer.result.probabilities)) {
    const row = table.getByRole("row").filter({ has: page.getByRole("rowheader", { name: option, exact: true }) });
    await expect(row).toContainText(String(probability));
  }
  await page.getByText("Provenance", { exact: true }).click();
  await expect(page.getByText(answer.input_id, { exact: true })).toBeVisible();
  await page.getByText("Response", { exact: true }).click();
  const raw = await page.getByRole("region", { name: "Response JSON" }).locator("pre").textContent();
  expect(JSON.parse(raw ?? "")).toEqual(answer);
});

test("the explanation shows the steps to the answer, and all of its bars have one scale", async ({
  session,
  request,
}) => {
  const answer = await (await predict(request, "binary")).json();
  const page = await session("researcher");
  await page.goto(`/forecasts/${answer.request_id}`);
  const table = page.getByRole("region", { name: "Steps to the answer, table" });
  await expect(table.getByRole("rowheader", { name: "Mean of the sources" })).toBeVisible();
  await expect(table.getByRole("rowheader", { name: /^Adjusted × \d\.\d\d/ })).toBeVisible();
  const last = table.getByRole("row").last();
  await expect(last.getByRole("rowheader")).toHaveText("Answer");
  for (const probability of Object.values<number>(answer.result.probabilities))
    await expect(last).toContainText(formatPercent(probability));
  const cells = await table.locator("td > [title]").evaluateAll((all) =>
    all.map((cell) => {
      const [track, bar] = [...cell.querySelectorAll("[aria-hidden], [aria-hidden] > span")].map(
        (element) => element.getBoundingClientRect().width,
      );
      return { probability: Number(cell.getAttribute("title")), track, bar };
    }),
  );
  expect(cells.length).toBeGreaterThan(4);
  for (const { probability, track = 0, bar = 0 } of cells) {
    expect(track).toBe(cells[0]?.track);
    expect(Math.abs(bar - probability * track)).toBeLessThanOrEqual(1);
  }
});

test("the influence of the observations arrives after the page, without a layout shift", async ({
  session,
  request,
}) => {
  const answer = await (await predict(request, "binary")).json();
  const page = await session("researcher");
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/forecasts\.influence/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(`/forecasts/${answer.request_id}`);
  const table = page.getByRole("region", { name: "Weights of the observations, table" });
  await expect(table.getByRole("cell", { name: "–" }).first()).toBeVisible();
  const before = await table.boundingBox();
  release();
  await expect(table.getByRole("cell", { name: /^\d.* pp$/ }).first()).toBeVisible();
  await expect(table.getByRole("cell", { name: "–" })).toHaveCount(0);
  expect(await table.boundingBox()).toEqual(before);
});

test("the list of forecasts is rendered on the server", async ({ session, request }) => {
  const answer = await (await predict(request, "binary")).json();
  const page = await session("researcher");
  const html = await (await page.request.get("/forecasts")).text();
  expect(html).toContain(`/forecasts/${answer.request_id}`);
  expect(html).toContain(answer.task.instructions);
});

test("the list's filters by day and task are in the URL", async ({ session, request }) => {
  const answer = await (await predict(request, "binary")).json();
  await predict(request, "counts");
  const page = await session("researcher");
  await page.goto(`/forecasts/${answer.request_id}`);
  await page.getByText("Provenance", { exact: true }).click();
  await page.getByRole("link", { name: "All forecasts of this question" }).click();
  await expect(page).toHaveURL(/task=sha256/);
  await page.getByText("More filters").click();
  await page.getByLabel("From (UTC day)").fill("2040-01-01");
  await page.getByRole("button", { name: "Filter" }).click();
  await expect(page.getByText("No matching forecast")).toBeVisible();
  await expect(page).toHaveURL(/from=2040-01-01/);
  await page.getByRole("link", { name: /^From \(UTC day\): .*, remove this filter/ }).click();
  await expect(page).toHaveURL(/\/forecasts\?task=[^&]*$/);
  await expect(page.getByText("No matching forecast")).toBeHidden();
});

test("an invalid filter is rejected with its value, and valid filters stay", async ({ session }) => {
  const page = await session("researcher");
  await page.goto("/forecasts?task=sha256:abc&release=service-r13-c&from=yesterday");
  for (const words of [
    "“sha256:abc” is not a valid value for the filter task.",
    "“yesterday” is not a valid value for the filter from.",
  ]) {
    await expect(page.getByRole("listitem").filter({ hasText: words })).toBeVisible();
  }
  await expect(page.getByRole("link", { name: "CSV" })).toHaveCount(0);
  await page.getByRole("link", { name: "Remove the invalid filters" }).click();
  await expect(page).toHaveURL(/\/forecasts\?release=service-r13-c$/);
  await expect(page.getByLabel("Release", { exact: true })).toHaveValue("service-r13-c");
});

test("a request id without a forecast shows an error", async ({ session }) => {
  const page = await session("researcher");
  const response = await page.goto("/forecasts/0198c9a0-0000-7000-8000-000000000000");
  expect(response?.status()).toBe(404);
  await expect(page.getByText("Page not found")).toBeVisible();
});

test("the command palette finds pages and forecasts, and Enter opens the first result", async ({
  session,
  request,
}) => {
  const answer = await (await predict(request, "binary")).json();
  const page = await session("researcher");
  await page.goto("/");
  await page.keyboard.press("Control+k");
  const search = page.getByRole("combobox", { name: "Search the console" });
  await expect(search).toBeFocused();
  await search.fill("every request");
  await expect(page.getByRole("option", { name: "Audit log", selected: true })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Audit log", level: 1 })).toBeVisible();
  await page.keyboard.press("Control+k");
  await search.fill(answer.request_id.slice(-12));
  // Before the server answers.
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(answer.request_id));
  await page.keyboard.press("Control+k");
  await search.fill(answer.request_id.slice(-12));
  await expect(page.getByRole("dialog").getByText(answer.task.instructions)).toHaveCount(1);
  // Until the server answers a new search, results of the previous search must not be shown.
  await page.route(/search\.find/, () => {});
  const asked = page.waitForRequest(/search\.find/);
  await search.fill("dark");
  await asked;
  await expect(page.getByRole("dialog").getByText(answer.task.instructions)).toHaveCount(0);
});

test("a forecast prints as one page, without navigation and buttons", async ({ session, request }) => {
  const answer = await (await predict(request, "multiclass")).json();
  const page = await session("researcher");
  await page.goto(`/forecasts/${answer.request_id}`);
  await page.emulateMedia({ media: "print" });
  for (const heading of ["Summary", "Sources", "Proof", "Resolution"])
    await expect(page.getByRole("heading", { name: heading, exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Explanation" })).toBeHidden();
  await expect(page.getByRole("navigation").filter({ visible: true })).toHaveCount(0);
  await expect(page.getByRole("button").filter({ visible: true })).toHaveCount(0);
  const pdf = await page.pdf({ format: "A4" });
  expect(pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});

test("bars keep their shape under forced colours", async ({ session, request }) => {
  const answer = await (await predict(request, "multiclass")).json();
  const page = await session("researcher");
  await page.goto(`/forecasts/${answer.request_id}`);
  await page.emulateMedia({ forcedColors: "active" });
  const outlines = await page
    .locator("[data-bar]")
    .evaluateAll((bars) => bars.map((bar) => [getComputedStyle(bar).outlineStyle, getComputedStyle(bar).outlineColor]));
  expect(outlines.length).toBeGreaterThan(4);
  for (const [style, colour] of outlines) expect([style, colour]).not.toEqual(["solid", "rgba(0, 0, 0, 0)"]);
});
