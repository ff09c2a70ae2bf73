import { expect } from "@playwright/test";
import { expectNoViolations } from "./axe.ts";
import { predict, test } from "./console.ts";
import { chooseIn } from "./row-menu.ts";

test("an API key is issued, used, rotated and revoked", async ({ session, request }) => {
  const page = await session("admin");
  await page.goto("/settings/credentials");

  await page.getByRole("button", { name: "Issue API key" }).click();
  await page.getByRole("button", { name: "Issue", exact: true }).click();
  await expect(page.getByText("Enter a name.")).toBeVisible();
  await page.getByLabel("Name").fill("a backend of the tests");
  await page.getByRole("button", { name: "Issue", exact: true }).click();
  const shown = page.getByRole("region", { name: "New API key" }).locator("pre");
  const first = (await shown.textContent()) ?? "";
  expect(first).toMatch(/^dmk_/);
  await page.keyboard.press("Escape");
  await expect(shown).toBeVisible();
  await page.getByRole("button", { name: "I’ve saved the key" }).click();
  await expect(shown).toHaveCount(0);
  expect((await predict(request, "binary", first)).status()).toBe(200);

  const row = page.getByRole("row").filter({ hasText: "a backend of the tests" });
  await chooseIn(row, "Rotate");
  await page.getByLabel("The current key stays valid").selectOption("for 1 hour");
  await page.getByRole("dialog").getByRole("button", { name: "Rotate", exact: true }).click();
  const second = (await shown.textContent()) ?? "";
  await page.getByRole("button", { name: "I’ve saved the key" }).click();
  expect(second).not.toBe(first);
  expect((await predict(request, "binary", first)).status()).toBe(200);
  expect((await predict(request, "binary", second)).status()).toBe(200);
  await expect(row.getByText(/^dmk_/)).toHaveCount(2);

  await chooseIn(row, "Edit");
  await page.getByLabel("Requests per minute").fill("7");
  const expiry = page.getByLabel("Expiry date (UTC)");
  // A date without a year is not the same as no expiry.
  await expiry.pressSequentially("0101");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(expiry).toBeFocused();
  await expiry.fill("2999-01-01");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(row.getByRole("cell", { name: "7", exact: true })).toBeVisible();
  await expect(row.getByText("until 1 Jan 2999")).toBeVisible();

  await chooseIn(row, "Revoke");
  await page.getByRole("button", { name: "Cancel" }).click();
  expect((await predict(request, "binary", second)).status()).toBe(200);
  await chooseIn(row, "Revoke");
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await expect(row.getByText("revoked")).toBeVisible();
  expect((await predict(request, "binary", second)).status()).toBe(401);
});

test("a webhook is set, tested and removed", async ({ session }) => {
  const page = await session("admin");
  await page.goto("/settings/credentials");
  await page.getByRole("button", { name: "Issue API key" }).click();
  await page.getByLabel("Name").fill("a backend with a webhook");
  await page.getByRole("button", { name: "Issue", exact: true }).click();
  await page.getByRole("button", { name: "I’ve saved the key" }).click();

  await chooseIn(page.getByRole("row").filter({ hasText: "a backend with a webhook" }), "Webhook");
  const dialog = page.getByRole("dialog", { name: "Webhook of a backend with a webhook" });
  await expect(dialog.getByText("No deliveries yet.")).toBeVisible();
  await expect(dialog.getByText(/^Use an https URL on the public internet/)).toBeVisible();
  const save = dialog.getByRole("button", { name: "Save and show secret" });
  await dialog.getByLabel("Webhook URL").fill("example.com");
  await save.click();
  await expect(dialog.getByText(/^Enter an address/)).toBeVisible();
  await dialog.getByLabel("Webhook URL").fill("https://127.0.0.1/hook");
  await save.click();
  await expect(dialog.getByRole("alert").getByText("Use an https URL on the public internet.")).toBeVisible();
  await dialog.getByLabel("Webhook URL").fill("https://localhost/hook");
  await save.click();
  await expect(
    dialog.getByText("The webhook cannot be sent to localhost: the IP address is private or reserved."),
  ).toBeVisible();
  // No server answers at this public address.
  await dialog.getByLabel("Webhook URL").fill("https://203.0.114.1/hook");
  await save.click();
  await expect(page.getByRole("region", { name: "Webhook secret" }).locator("pre")).toContainText(/^whsec_/);
  await page.getByRole("button", { name: "I’ve saved the secret" }).click();

  await dialog.getByRole("button", { name: "Send test delivery" }).click();
  const row = dialog.getByRole("region", { name: "Deliveries, table" }).getByRole("row").filter({ hasText: "test" });
  await expect(row.getByText("waiting")).toBeVisible();
  await expect(row.getByText(/the connection failed|no response|the certificate is not trusted/).first()).toBeVisible();
  await expectNoViolations(page, "the webhook of a caller");

  await dialog.getByRole("button", { name: "Remove webhook" }).click();
  await expect(dialog.getByText("The webhook was removed")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Send test delivery" })).toHaveCount(0);
});
