import { expect, type Page } from "@playwright/test";
import { countOf } from "#lib/format.ts";
import { openSignedIn, sharedGateway, test } from "./console.ts";
import { call, freshRequest, query } from "./review.ts";

const POLL_MS = 31_000;

/** Lets the page poll without waiting. */
async function poll(...pages: readonly Page[]): Promise<void> {
  for (const page of pages) await page.clock.runFor(POLL_MS);
}

async function openWithClock(page: Page, path: string): Promise<Page> {
  await page.clock.install();
  await page.goto(path);
  return page;
}

test("the bell, the overview and the queue of a reviewer agree on what waits, without a reload @quick", async ({
  browser,
  session,
}) => {
  const researcher = await session("researcher");
  const overview = await openWithClock(await openSignedIn(browser, sharedGateway(), "reviewer"), "/");
  const queue = await openWithClock(await openSignedIn(browser, sharedGateway(), "reviewer"), "/review");
  for (let count = 0; count < 2; count++) {
    const { submissionId } = await call(researcher, "submissions.submit", { request: freshRequest() });
    await poll(overview, queue);
    const { waiting } = await query(overview, "reviews.queue", { mine: false });
    const submissions = countOf(waiting, "submission");
    await expect(overview.getByRole("link", { name: /^Notifications: \d+ new$/ })).toBeVisible();
    const notices = overview.getByRole("list", { name: "Your notifications" });
    await expect(notices.getByRole("link", { name: new RegExp(`^${submissions}.* for your review$`) })).toBeVisible();
    await expect(overview.getByRole("region", { name: `${submissions} to review` })).toBeVisible();
    await expect(queue.getByText(`${submissions}, oldest first.`)).toBeVisible();
    await expect(queue.locator(`a[href*="${submissionId}"]`).first()).toBeVisible();
  }
  await overview.getByRole("button", { name: "Mark all as read" }).click();
  await expect(overview.getByRole("link", { name: "Notifications", exact: true })).toBeVisible();
  await researcher.goto("/compose");
  await researcher.getByRole("link", { name: /^Notifications/ }).click();
  await expect(researcher.getByRole("region", { name: "Your notifications" })).not.toContainText("your review");
});
