import { expect } from "@playwright/test";
import { SCIM_TOKEN } from "#test/ask-scim.ts";
import { CLIENT, startProvider } from "#test/open-id-provider.ts";
import { openSignedIn, test } from "./console.ts";

test("a personal token is created, used and revoked", async ({ session, request }) => {
  const page = await session("researcher");
  await page.goto("/settings/account");
  await page.getByRole("button", { name: "Create token" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("A notebook");
  await page.getByRole("button", { name: "Create", exact: true }).click();
  const shown = page.getByRole("region", { name: "New personal token" }).locator("pre");
  const authorization = `Bearer ${await shown.textContent()}`;
  await page.getByRole("button", { name: "I’ve saved the token" }).click();
  const list = () => request.get("/api/trpc/submissions.list", { headers: { authorization } });
  expect((await list()).status()).toBe(200);
  const row = page.getByRole("row", { name: /A notebook/ });
  await row.getByRole("button", { name: "Revoke" }).click();
  await expect(row).toHaveCount(0);
  expect((await list()).status()).toBe(401);
});

test("an auditor sees no button that changes something", async ({ session }) => {
  const page = await session("auditor");
  await page.goto("/submissions?whose=all");
  const submission = await page.getByRole("row").getByRole("link").first().getAttribute("href");
  const lists = ["/", "/questions", "/forecasts", "/review", "/outcomes", "/evaluations", "/settings/system"];
  for (const path of [...lists, submission ?? ""]) {
    await page.goto(path);
    const buttons = await page.getByRole("main").getByRole("button").allTextContents();
    const changing = buttons.filter((name) => !/^(Filter|Shortcuts.*|Copy.*|Show.*|)$/.test(name));
    expect(changing, path).toEqual([]);
  }
});

test("the page Sign-in shows the provider and the directory, and tests a sign-in", async ({ browser, startOwn }) => {
  const provider = await startProvider();
  const client = { OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET: CLIENT.secret };
  const own = await startOwn({ ...client, OIDC_ISSUER: provider.issuer, SCIM_TOKEN });
  const page = await openSignedIn(browser, own, "admin");
  await page.goto("/settings/sign-in");
  await expect(page.getByText(`at ${own.url}/api/auth/scim/v2 (SCIM_TOKEN)`)).toBeVisible();
  const { email } = own.firstRun().accounts.auditor;
  provider.next({ sub: "ada", email, email_verified: true });
  await page.getByRole("button", { name: "Test sign-in" }).click();
  await expect(page.getByText(`${email}, with the role auditor. The sign-in would link`)).toBeVisible();
  // The process accepts the methods of the directory.
  const headers = { authorization: `Bearer ${SCIM_TOKEN}`, "content-type": "application/scim+json" };
  const users = `${own.url}/api/auth/scim/v2/Users`;
  const found = await page.request.get(users, { headers, params: { filter: `userName eq "${email}"` } });
  const one = `${users}/${(await found.json()).Resources[0].id}`;
  const data = { Operations: [{ op: "Replace", path: "active", value: "False" }] };
  expect(await (await page.request.patch(one, { headers, data })).json()).toMatchObject({ active: false });
  expect((await page.request.delete(one, { headers })).status()).toBe(204);
});
