import { expect, test } from "@playwright/test";

test("the home page says what is there and leads to the API reference", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Forecasting gateway" })).toBeVisible();
  await page.getByRole("link", { name: "API reference" }).click();
  await expect(page.locator("body")).toContainText("Decision Model Prediction API");
});
