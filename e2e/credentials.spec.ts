import { expect } from "@playwright/test";
import { predict, test } from "./console.ts";

test("a credential is issued, used, rotated and revoked", async ({ session, request }) => {
  const page = await session("admin");
  await page.goto("/settings/credentials");

  await page.getByRole("button", { name: "Issue an API key" }).click();
  await page.getByRole("button", { name: "Issue", exact: true }).click();
  await expect(page.getByText("Enter a name.")).toBeVisible();
  await page.getByLabel("Name").fill("a backend of the tests");
  await page.getByRole("button", { name: "Issue", exact: true }).click();
  const shown = page.getByRole("region", { name: "The new key" }).locator("pre");
  const first = (await shown.textContent()) ?? "";
  expect(first).toMatch(/^dmk_/);
  await page.keyboard.press("Escape");
  await expect(shown).toBeVisible();
  await page.getByRole("button", { name: "I’ve saved it" }).click();
  await expect(shown).toHaveCount(0);
  expect((await predict(request, "binary", first)).status()).toBe(200);

  const row = page.getByRole("row").filter({ hasText: "a backend of the tests" });
  await row.getByRole("button", { name: "Rotate" }).click();
  await page.getByLabel("The current key stays valid").selectOption("for 1 hour");
  await page.getByRole("button", { name: "Rotate", exact: true }).last().click();
  const second = (await shown.textContent()) ?? "";
  await page.getByRole("button", { name: "I’ve saved it" }).click();
  expect(second).not.toBe(first);
  expect((await predict(request, "binary", first)).status()).toBe(200);
  expect((await predict(request, "binary", second)).status()).toBe(200);
  await expect(row.getByText(/^dmk_/)).toHaveCount(2);

  await row.getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("Requests per minute").fill("7");
  await page.getByLabel("Expires at the start of (UTC day)").fill("2999-01-01");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(row.getByRole("cell", { name: "7", exact: true })).toBeVisible();
  await expect(row.getByText("until 2999-01-01")).toBeVisible();

  await row.getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  expect((await predict(request, "binary", second)).status()).toBe(200);
  await row.getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await expect(row.getByText("revoked")).toBeVisible();
  expect((await predict(request, "binary", second)).status()).toBe(401);
});
