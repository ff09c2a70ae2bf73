import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import type { PredictionRequest } from "#lib/contract/request.ts";
import { expectNoViolations } from "./axe.ts";
import { test } from "./console.ts";
import { overhang } from "./overhang.ts";
import { approve, call, freshRequest } from "./review.ts";

const HOUR = 3_600_000;
/** Time for the forecast, which must be made before the resolution date. */
const TO_FORECAST_MS = 10_000;

function quoting(source: string, resolvesAt: number): PredictionRequest {
  const { task, ...request } = freshRequest();
  const at = (time: number) => new Date(time).toISOString();
  const data = { kind: "forecast", source, probabilities: { yes: 0.8, no: 0.2 } };
  const quote = { type: "structured" as const, data, observed_at: at(resolvesAt - 48 * HOUR) };
  return {
    ...request,
    task: { ...task, resolution: { ...task.resolution, resolves_at: at(resolvesAt) } },
    input: { as_of: at(resolvesAt - 24 * HOUR), context: [quote] },
  };
}

async function resolve(researcher: Page, reviewer: Page, taskId: string): Promise<void> {
  const { outcomeId } = await call(researcher, "outcomes.record", { taskId, option: "yes", source: "The register." });
  await call(reviewer, "outcomes.confirm", { outcomeId });
}

async function quoteInComposer(page: Page, source: string): Promise<void> {
  await page.goto("/compose/new");
  await page.waitForURL(/\/compose\/[0-9a-f-]{36}/);
  await expect(page.locator("form[inert]")).toHaveCount(0);
  await page.getByRole("button", { name: "+ Forecast" }).click();
  await page.getByLabel("Source, observation 1").fill(source);
  await page.getByLabel("Observed, observation 1").focus();
}

test("a source gets a record in the league table and in the composer, and an alias joins two sources", async ({
  session,
}) => {
  const [researcher, reviewer, admin] = [
    await session("researcher"),
    await session("reviewer"),
    await session("admin"),
  ];
  const id = randomUUID().slice(0, 8);
  const [source, alias] = [`Panel ${id}`, `panel ${id}`];
  const record = researcher.getByTitle(`Record of ${source}`);
  const row = (page: Page) =>
    page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: source, exact: true }) });

  await test.step("a source without scores has no record", async () => {
    await quoteInComposer(researcher, source);
    await expect(record).toHaveText("Source: no scored questions");
  });

  await test.step("with fewer than ten questions, the composer shows only their number", async () => {
    const resolvesAt = Date.now() + TO_FORECAST_MS;
    const request = quoting(source, resolvesAt);
    const { taskId } = await approve(researcher, reviewer, request);
    await call(researcher, "forecasts.run", request);
    await expect.poll(() => Date.now()).toBeGreaterThan(resolvesAt);
    await resolve(researcher, reviewer, taskId);
    await quoteInComposer(researcher, source);
    await expect(record).toHaveText("Source: 1 question");
  });

  await test.step("the composer shows the Brier score of a source with ten questions", async () => {
    for (let count = 0; count < 9; count++) {
      const request = quoting(count === 0 ? alias : source, Date.now() - HOUR);
      await resolve(researcher, reviewer, (await approve(researcher, reviewer, request)).taskId);
    }
    await quoteInComposer(researcher, source);
    await expect(record).toHaveText("Source: 9 questions");
    await admin.goto("/track-record/sources");
    await admin.getByRole("textbox", { name: "Alias" }).fill(alias);
    await admin.getByRole("combobox", { name: "Source" }).fill(source);
    await admin.getByRole("button", { name: "Add alias" }).click();
    await expect(admin.getByRole("region", { name: "Aliases, table" })).toContainText(alias);
    await quoteInComposer(researcher, source);
    await expect(record).toHaveText("Source: 0.08 Brier, 10 questions");
  });

  await test.step("the record links to the league table, which compares the source with our forecasts", async () => {
    await record.click();
    await expect(researcher.getByRole("heading", { name: "Sources", level: 1 })).toBeVisible();
    // The columns are Brier score, log score, Brier skill, questions, forecasts, difference, compared questions.
    const cells = row(researcher).getByRole("cell");
    await expect(cells.nth(0)).toHaveText("0.080");
    await expect(cells.nth(3)).toHaveText("10");
    await expect(cells.nth(6)).toHaveText("1");
    await expect(researcher.getByRole("button", { name: "Add alias" })).toHaveCount(0);
    await expectNoViolations(researcher, "the league table");
    await admin.emulateMedia({ colorScheme: "dark" });
    await admin.setViewportSize({ width: 390, height: 844 });
    await admin.reload();
    await expectNoViolations(admin, "the league table in dark mode, on a phone");
    await expect.poll(() => overhang(admin)).toBe(0);
    await researcher.getByLabel("Horizon").selectOption("30 to 90 days");
    await researcher.getByRole("button", { name: "Filter" }).click();
    await expect(researcher).toHaveURL(/horizon=30/);
    await expect(researcher.getByText("No source matches the filter")).toBeVisible();
  });

  await test.step("without the alias, the sources are listed separately", async () => {
    await admin.getByRole("button", { name: `Remove alias ${alias}` }).click();
    await expect(admin.getByRole("button", { name: `Remove alias ${alias}` })).toHaveCount(0);
    await expect(row(admin).getByRole("cell").nth(3)).toHaveText("9");
    await admin.goto("/audit?show=outcomes");
    await expect(admin.getByRole("row").filter({ hasText: alias })).toHaveCount(2);
  });
});
