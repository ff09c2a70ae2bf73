import { expect } from "@playwright/test";
import { openSignedIn, test } from "./console.ts";

test("a link clicked while the server is down shows an error, and its page opens when the server is back", async ({
  browser,
  startOwn,
}) => {
  const server = await startOwn();
  const page = await openSignedIn(browser, server, "researcher");
  await page.goto("/submissions");
  const link = page.getByRole("navigation").getByRole("link", { name: "Audit log" });

  await server.stop();
  await link.click();
  await expect(page.getByText("The server is not responding")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Submissions", level: 1 })).toBeVisible();

  await server.start();
  await expect(page.getByRole("heading", { name: "Audit log", level: 1 })).toBeVisible();
  await expect(page.getByText("The server is not responding")).toHaveCount(0);
});
