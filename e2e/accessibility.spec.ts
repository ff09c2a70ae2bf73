import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { predict, test } from "./console.ts";

const PAGES = ["/", "/forecasts", "/records", "/settings/credentials", "/settings/system", "/docs", "/nowhere"];
const LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

for (const colorScheme of ["light", "dark"] as const) {
  test(`no page has a serious fault for axe, in ${colorScheme}`, async ({ session, request, browser, baseURL }) => {
    test.setTimeout(120_000);
    const { request_id: requestId } = await (await predict(request, "multiclass")).json();
    const page = await session("admin");
    await page.emulateMedia({ colorScheme });
    for (const path of [...PAGES, `/forecasts/${requestId}`]) {
      await page.goto(path, { waitUntil: "networkidle" });
      expect(await faultsOf(page), path).toEqual([]);
    }
    await page.goto("/settings/credentials", { waitUntil: "networkidle" });
    await page.getByRole("button", { name: "Issue a credential" }).click();
    await page.getByLabel("Name").waitFor();
    expect(await faultsOf(page), "the dialog").toEqual([]);
    const visitor = await (await browser.newContext({ baseURL: baseURL ?? "", colorScheme })).newPage();
    for (const path of ["/sign-in", "/docs"]) {
      await visitor.goto(path, { waitUntil: "networkidle" });
      expect(await faultsOf(visitor), path).toEqual([]);
    }
    await visitor.context().close();
  });
}

test("nothing is cut off at 390 pixels", async ({ session, request }) => {
  const { request_id: requestId } = await (await predict(request, "multiclass")).json();
  const page = await session("admin");
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of [...PAGES, `/forecasts/${requestId}`]) {
    await page.goto(path, { waitUntil: "networkidle" });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(wide, path).toBe(0);
  }
  await page.goto("/", { waitUntil: "networkidle" });
  await page.getByRole("button", { name: "Open the navigation" }).click();
  await page.getByRole("link", { name: "Records", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Records" })).toBeVisible();
});

async function faultsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(LEVELS).analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
}
