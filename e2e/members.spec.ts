import { type Browser, expect, type Page } from "@playwright/test";
import { printInZone } from "#lib/time-zone.ts";
import { awaitingReact, predict, signIn, test } from "./console.ts";
import { chooseIn } from "./row-menu.ts";

test.describe.configure({ mode: "serial" });

const PASSWORD = "four words of nobody";
const EMAIL = "joiner@example.org";

/** Opens a signed-out page. Has its own client address, because sign-ins are rate limited per address. */
async function newVisitor(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const extraHTTPHeaders = { "x-forwarded-for": "203.0.113.20" };
  return awaitingReact(await browser.newPage({ baseURL: baseURL ?? "", extraHTTPHeaders }));
}

async function linkShown(page: Page): Promise<string> {
  const shown = page.getByRole("region", { name: "One-time link" }).locator("pre");
  const link = (await shown.textContent()) ?? "";
  await page.keyboard.press("Escape");
  await expect(shown).toBeVisible();
  await page.getByRole("button", { name: "I’ve saved the link" }).click();
  await expect(shown).toHaveCount(0);
  return link;
}

async function openMembers(session: (role: "admin") => Promise<Page>): Promise<Page> {
  const page = await session("admin");
  await page.goto("/settings/members");
  return page;
}

test("an invitation link is shown once and lets its recipient join", async ({ session, browser, baseURL }) => {
  const page = await openMembers(session);
  await page.getByRole("button", { name: "Invite member" }).click();
  await page.getByLabel("E-mail").fill("no address");
  await page.getByRole("button", { name: "Create link" }).click();
  await expect(page.getByText("Enter an e-mail address")).toBeVisible();
  await page.getByLabel("E-mail").fill(EMAIL);
  await page.getByLabel("Role").selectOption({ label: "reviewer: also reviews others’ submissions" });
  await page.getByRole("button", { name: "Create link" }).click();
  const link = await linkShown(page);
  await expect(page.getByRole("row").filter({ hasText: "join as reviewer" })).toContainText(EMAIL);

  const visitor = await newVisitor(browser, baseURL);
  const left: string[] = [];
  visitor.on("request", (request) => {
    if (request.headers().referer?.includes("/join/")) left.push(request.url());
  });
  const response = await visitor.goto(link);
  expect(response?.headers()["referrer-policy"]).toBe("no-referrer");
  expect(response?.headers()["cache-control"]).toContain("no-store");
  await expect(visitor.getByText(`This link is for ${EMAIL}, with the role reviewer.`)).toBeVisible();
  await visitor.getByRole("textbox", { name: "Password" }).fill("too short");
  await visitor.getByRole("button", { name: "Join" }).click();
  await expect(visitor.getByText("Enter your name.")).toBeVisible();
  await expect(visitor.getByText("Use at least 12 characters.")).toBeVisible();
  await visitor.getByLabel("Name").fill("A Joiner");
  await visitor.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await visitor.getByRole("button", { name: "Show password" }).click();
  await expect(visitor.getByRole("textbox", { name: "Password" })).toHaveAttribute("type", "text");
  await visitor.getByRole("button", { name: "Join" }).click();
  await expect(visitor.getByRole("heading", { name: "Overview" })).toBeVisible();
  await expect(visitor.getByRole("navigation", { name: "Pages" })).toContainText("A Joiner");
  expect(left).toEqual([]);

  await visitor.goto(link);
  await expect(visitor.getByRole("heading", { name: "This link does not work" })).toBeVisible();
  await expect(visitor.getByText("Ask an administrator for a new link.")).toBeVisible();
  await visitor.context().close();
});

test("a member changes their name and password, and ends another session of theirs", async ({ browser, baseURL }) => {
  const [here, there] = [await newVisitor(browser, baseURL), await newVisitor(browser, baseURL)];
  for (const page of [here, there]) {
    await page.goto("/settings/account");
    await signIn(page, { email: EMAIL, password: PASSWORD });
    await expect(page.getByRole("heading", { name: "Your account" })).toBeVisible();
  }
  await here.goto("/settings/account");
  await expect(here.getByRole("cell", { name: "this session" })).toHaveCount(1);
  await here.getByRole("textbox", { name: "Name" }).fill("A Joiner, Renamed");
  await here.getByRole("button", { name: "Save name" }).click();
  await expect(here.getByRole("navigation", { name: "Pages" })).toContainText("A Joiner, Renamed");

  const next = "four other words of nobody";
  const change = async (current: string) => {
    await here.getByRole("textbox", { name: "Current password" }).fill(current);
    await here.getByRole("textbox", { name: "New password" }).fill(next);
    await here.getByRole("button", { name: "Save new password" }).click();
  };
  await here.getByRole("button", { name: "Change password" }).click();
  await change("not the password");
  await expect(here.getByText("The current password is wrong.")).toBeVisible();
  await there.goto("/settings/account");
  await expect(there.getByRole("heading", { name: "Your account" })).toBeVisible();
  await change(PASSWORD);
  await expect(here.getByText("Your password was changed")).toBeVisible();
  await there.goto("/settings/account");
  await expect(there).toHaveURL(/\/sign-in/);

  await signIn(there, { email: EMAIL, password: PASSWORD });
  await expect(there.getByText("The e-mail address or the password is wrong")).toBeVisible();
  await there.getByRole("textbox", { name: "Password" }).fill(next);
  await there.getByRole("button", { name: "Sign in" }).click();
  await expect(there.getByRole("heading", { name: "Your account" })).toBeVisible();
  await here.reload();
  await here.getByRole("button", { name: "End session" }).click();
  await expect(here.getByRole("button", { name: "End session" })).toHaveCount(0);
  await there.goto("/settings/account");
  await expect(there).toHaveURL(/\/sign-in/);
  for (const page of [here, there]) await page.context().close();
});

// The browser is in another time zone, Pacific/Chatham.
test("exact times are printed in a member's time zone and in UTC, on paper and in the audit log only in UTC", async ({
  session,
  request,
}) => {
  const { request_id: id, generated_at: at } = await (await predict(request, "binary")).json();
  const page = await session("reviewer");
  const save = async (zone: string) => {
    await page.goto("/settings/account");
    await Promise.all([
      page.waitForResponse((response) => response.url().includes("members.setTimeZone") && response.ok()),
      page.getByRole("combobox", { name: "Your time zone" }).selectOption(zone),
    ]);
  };
  const made = page.getByText("Forecast made").locator("time").first();
  const shown = made.locator("span").filter({ visible: true });
  for (const zone of ["Asia/Kolkata", "Pacific/Kiritimati"]) {
    await save(zone);
    // Every fault of hydration fails the test (console.ts).
    await page.goto(`/forecasts/${id}`);
    await expect(shown).toHaveText(printInZone(at, zone));
    await made.hover();
    await expect(made).toHaveAttribute("title", new RegExp(`${printInZone(at, null)}\\n.*, ${zone}$`));
    await page.emulateMedia({ media: "print" });
    await expect(shown).toHaveText(printInZone(at, null));
    await page.emulateMedia({ media: null });
    await page.goto(`/audit?request=${id}`);
    await expect(page.locator("main time").first()).toHaveText(/^[^()]*\d\d:\d\d(:\d\d)?$/);
  }
  await save("UTC");
  await page.goto(`/forecasts/${id}`);
  await expect(made).toHaveText(printInZone(at, null));
});

test("an admin resets a member's password with a link, and demotes, disables and enables the member", async ({
  session,
  browser,
  baseURL,
}) => {
  const page = await openMembers(session);
  const row = page.getByRole("row").filter({ hasText: EMAIL });
  const dialog = page.getByRole("dialog");
  await chooseIn(row, "Reset sign-in");
  await dialog.getByRole("button", { name: "Create link" }).click();
  const link = await linkShown(page);

  const member = await newVisitor(browser, baseURL);
  await member.goto(link);
  await expect(member.getByRole("heading", { name: "Set a new password" })).toBeVisible();
  await member.getByRole("textbox", { name: "New password" }).fill(PASSWORD);
  await member.getByRole("button", { name: "Set password" }).click();
  await expect(member.getByRole("heading", { name: "Overview" })).toBeVisible();
  await member.goto("/review");
  await expect(member.getByRole("heading", { name: "Review" })).toBeVisible();

  await chooseIn(row, "Change role");
  await dialog.getByLabel("Role").selectOption("researcher");
  await dialog.getByRole("button", { name: "Change role" }).click();
  await expect(row.getByRole("cell", { name: "researcher", exact: true })).toBeVisible();
  await member.goto("/review");
  await expect(member.getByRole("main").getByText("This page requires the role")).toBeVisible();
  await expect(member.getByRole("link", { name: "Review" })).toHaveCount(0);

  await chooseIn(row, "Disable");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await chooseIn(row, "Disable");
  await dialog.getByRole("button", { name: "Disable" }).click();
  await expect(row.getByText("disabled")).toBeVisible();
  await member.goto("/forecasts");
  await expect(member).toHaveURL(/\/sign-in\?to=%2Fforecasts/);
  await signIn(member, { email: EMAIL, password: PASSWORD });
  await expect(member.getByText("Your account is disabled")).toBeVisible();
  await chooseIn(row, "Enable");
  await dialog.getByRole("button", { name: "Enable" }).click();
  await expect(row.getByText("enabled")).toBeVisible();
  await member.getByRole("button", { name: "Sign in" }).click();
  await expect(member).toHaveURL(/\/forecasts$/);
  await member.context().close();
});

test("the last administrator cannot be disabled, and the page gives the reason", async ({ session }) => {
  const page = await openMembers(session);
  const row = page.getByRole("row").filter({ hasText: "(you)" });
  await chooseIn(row, "Disable");
  await page.getByRole("dialog").getByRole("button", { name: "Disable" }).click();
  await expect(page.getByText("This is the last administrator.")).toBeVisible();
});

test("an unused invitation link can be revoked", async ({ session }) => {
  const page = await openMembers(session);
  await page.getByRole("button", { name: "Invite member" }).click();
  await page.getByLabel("E-mail").fill("nobody@example.org");
  await page.getByRole("button", { name: "Create link" }).click();
  const link = await linkShown(page);
  const row = page.getByRole("row").filter({ hasText: "nobody@example.org" });
  await row.getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await expect(row).toHaveCount(0);
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "This link does not work" })).toBeVisible();
});
