import { expect } from "@playwright/test";
import { awaitingReact, firstRun, signIn, test, untilTakenOver } from "./console.ts";

for (const role of ["admin", "researcher", "reviewer"] as const) {
  test(`a ${role} signs in, sees the pages for this role, and signs out`, async ({ page }) => {
    await page.goto("/");
    await expect(page).toHaveURL(/\/sign-in/);
    await signIn(page, firstRun().accounts[role]);
    await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
    const pages = page.getByRole("navigation", { name: "Pages" });
    await expect(pages.getByRole("link", { name: "API keys" })).toHaveCount(role === "admin" ? 1 : 0);
    await untilTakenOver(page);
    await page.getByRole("button", { name: "Sign out" }).click();
    await expect(page).toHaveURL(/\/sign-in$/);
    await page.goto("/forecasts");
    await expect(page).toHaveURL(/\/sign-in\?to=%2Fforecasts/);
  });
}

test("signing in leads back to the requested page, with its filters", { tag: "@quick" }, async ({ page }) => {
  await page.goto("/audit?show=everything");
  await signIn(page, firstRun().accounts.reviewer);
  await expect(page).toHaveURL(/\/audit\?show=everything$/);
});

for (const elsewhere of [
  "https://example.com/",
  "//example.com",
  "/\\example.com",
  "/.//example.com",
  "javascript:alert(1)",
  "/api/auth/sign-out",
]) {
  test(`signing in never redirects to ${elsewhere}`, async ({ session }) => {
    const page = await session("researcher");
    await page.goto(`/sign-in?to=${encodeURIComponent(elsewhere)}`);
    await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe("/");
  });
}

test("a wrong password shows an error and keeps the e-mail address", { tag: "@quick" }, async ({ page }) => {
  await page.goto("/sign-in");
  await signIn(page, { email: "admin@example.com", password: "not the password" });
  await expect(page.getByRole("alert").getByText("The e-mail address or the password is wrong")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "E-mail" })).toHaveValue("admin@example.com");
  await expect(page.getByRole("textbox", { name: "Password" })).toBeFocused();
});

test("after too many sign-ins, the page shows how long to wait", async ({ browser, baseURL }) => {
  // A separate client address, so that other tests can still sign in.
  const extraHTTPHeaders = { "x-forwarded-for": "203.0.113.7" };
  const page = awaitingReact(await browser.newPage({ baseURL: baseURL ?? "", extraHTTPHeaders }));
  await page.goto("/sign-in");
  // An unknown account, because sign-ins are also limited per account.
  const account = { email: "nobody@example.com", password: "not the password" };
  for (let count = 0; count < 20; count++)
    await page.request.post("/api/auth/sign-in/email", { data: account, headers: { origin: baseURL ?? "" } });
  await signIn(page, account);
  await expect(page.getByText("Too many sign-in attempts", { exact: true })).toBeVisible();
  await expect(page.getByText(/Try again in \d+ seconds?/)).toBeVisible();
  await page.close();
});

test("a researcher who opens the page API keys sees the required role", async ({ session }) => {
  const page = await session("researcher");
  await page.goto("/settings/credentials");
  await expect(page.getByText("This page requires the role admin")).toBeVisible();
});
