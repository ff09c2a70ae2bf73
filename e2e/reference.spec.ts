import { expect } from "@playwright/test";
import { ERROR_CODES, ERRORS } from "#lib/contract/error-table.ts";
import { test } from "./console.ts";

test("the API reference needs no session and has an anchor for each code", async ({ page }) => {
  await page.goto("/docs");
  await expect(page.getByRole("heading", { name: "API reference" })).toBeVisible();
  for (const code of ERROR_CODES) await expect(page.locator(`#${code}`)).toContainText(ERRORS[code].cause);
  await expect(page.getByText("This is no forecast.")).toBeVisible();
  await expect(page.getByRole("region", { name: "Fields of the request" })).toContainText(
    "task.resolution.resolves_at",
  );
});

test("a page that does not exist says so", async ({ page }) => {
  const response = await page.goto("/nowhere");
  expect(response?.status()).toBe(404);
  await expect(page.getByText("Page not found")).toBeVisible();
});
