import { expect } from "@playwright/test";
import { ERROR_CODES } from "#lib/contract/error-table.ts";
import { docUrlOf } from "#lib/contract/reasons.ts";
import { firstRun, sharedGateway, test } from "./console.ts";
import { overhang } from "./overhang.ts";

test("each `doc_url` leads to the row of its error code, without a session", async ({ page }) => {
  for (const code of ERROR_CODES) {
    await page.goto(docUrlOf(code));
    await expect(page.locator("tr:target")).toContainText(code);
    await expect(page.locator("tr:target")).toBeInViewport();
  }
});

test("the API reference works without JavaScript, on a narrow screen", async ({ browser }) => {
  const context = await browser.newContext({
    baseURL: sharedGateway().url,
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  await page.goto("/docs");
  await expect(page.getByRole("heading", { name: "API reference", level: 1 })).toBeVisible();
  expect(await overhang(page)).toBe(0);
  await page.getByRole("navigation", { name: "On this page" }).getByRole("link", { name: "Handle errors" }).click();
  await expect(page.getByRole("heading", { name: "Handle errors" })).toBeInViewport();
  await context.close();
});

test("the first example of the API reference is approved, and `llms.txt` is the same document", async ({
  page,
  request,
}) => {
  await page.goto("/docs");
  const [data, call] = await page.locator("pre").allTextContents();
  expect(call).toContain(`curl -s ${sharedGateway().url}/v1/predict`);
  const answer = await request.post("/v1/predict", {
    headers: { authorization: `Bearer ${firstRun().api_key}` },
    data,
  });
  expect(answer.status()).toBe(200);
  const text = await (await request.get("/llms.txt")).text();
  expect(text).toContain("# API reference");
  expect(text).toContain(data?.trim());
});

test("a missing page shows a not-found message", { tag: "@quick" }, async ({ page }) => {
  const response = await page.goto("/nowhere");
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Page not found", level: 1 })).toBeVisible();
});
