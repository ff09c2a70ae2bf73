import { expect } from "@playwright/test";
import { firstRun, test } from "./console.ts";
import { approveByKeyboard, call, freshRequest, walkTo } from "./review.ts";

test("a reviewer signs in, finds a submission, decides on it and is led to the next without a mouse", async ({
  session,
  browser,
  baseURL,
}) => {
  const researcher = await session("researcher");
  const made: string[] = [];
  for (let count = 0; count < 3; count++) {
    made.push((await call(researcher, "submissions.submit", { request: freshRequest() })).submissionId);
  }
  const [first = "", second = "", third = ""] = made;

  const page = await (await browser.newContext({ baseURL: baseURL ?? "" })).newPage();
  await page.goto("/", { waitUntil: "networkidle" });
  const email = page.getByLabel("E-mail");
  for (let stop = 0; stop < 5 && !(await email.evaluate((field) => field === document.activeElement)); stop++) {
    await page.keyboard.press("Tab");
  }
  const account = firstRun().accounts.reviewer;
  await page.keyboard.type(account.email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(account.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();

  await page.keyboard.press("Control+k");
  await expect(page.getByRole("textbox", { name: "Go to" })).toBeFocused();
  await page.keyboard.type("waiting for a decision");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Review", exact: true })).toBeVisible();
  await walkTo(page, first);
  await approveByKeyboard(page);
  await expect(page).toHaveURL(new RegExp(`/review/${second}`));

  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.keyboard.press("x");
  await page.keyboard.type("ajxck? is not a reason, but it is typed.");
  // What is typed is there still after a look at the next one.
  await page.keyboard.press("Tab");
  await page.keyboard.press("j");
  await expect(page).toHaveURL(new RegExp(`/review/${third}`));
  await page.keyboard.press("k");
  await expect(page).toHaveURL(new RegExp(`/review/${second}`));
  await expect(page.getByLabel("Note to the author")).toHaveValue("ajxck? is not a reason, but it is typed.");
  await page.keyboard.press("n");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("Submission rejected")).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/review/${third}`));
  await page.context().close();
});

test("rows of one task are chosen and decided on together by keyboard, and each is reported", async ({ session }) => {
  const researcher = await session("researcher");
  const reviewer = await session("reviewer");
  const request = freshRequest();
  const made = [];
  for (const asOf of ["2026-06-16T00:00:00Z", "2026-06-17T00:00:00Z", "2026-06-18T00:00:00Z"]) {
    const input = { ...request.input, as_of: asOf };
    made.push(await call(researcher, "submissions.submit", { request: { ...request, input } }));
  }
  const other = await call(researcher, "submissions.submit", { request: freshRequest() });
  await reviewer.goto("/review?turn=me&origin=console", { waitUntil: "networkidle" });
  const [first] = made;
  const row = reviewer.locator(`a[data-open][href*="${first.submissionId}"]`);
  await row.focus();
  await reviewer.keyboard.press("s");
  await expect(reviewer.getByText("1 submission of one task selected")).toBeVisible();
  // Only one task at a time: a row of another has nothing to choose.
  const stranger = reviewer.getByRole("row").filter({
    has: reviewer.locator(`a[data-open][href*="${other.submissionId}"]`),
  });
  await expect(stranger).toBeVisible();
  await expect(stranger.getByRole("checkbox")).toHaveCount(0);
  await reviewer.getByRole("button", { name: "Select all 3 of this task on this page" }).press("Enter");
  await expect(reviewer.getByText("3 submissions of one task selected")).toBeVisible();
  await call(researcher, "submissions.withdraw", { submissionId: made[1].submissionId });

  await reviewer.getByRole("button", { name: "Decide on them together" }).press("Enter");
  const dialog = reviewer.getByRole("dialog");
  await dialog.getByRole("radio", { name: "Approve" }).first().press("Space");
  await dialog.getByRole("radio", { name: "Approve" }).last().press("Space");
  for (const check of await dialog.getByRole("checkbox").all()) await check.press("Space");
  await dialog.getByLabel("Note to the author").press("Control+Enter");
  await expect(dialog.getByText("3 of 3 submissions done, 1 decision refused")).toBeVisible();
  await expect(dialog.getByRole("listitem").nth(0)).toContainText("approved");
  await expect(dialog.getByRole("listitem").nth(1)).toContainText("This submission is withdrawn");
  await expect(dialog.getByRole("listitem").nth(2)).toContainText("approved");
  await dialog.getByRole("button", { name: "Back to the queue" }).press("Enter");
  await expect(dialog).toBeHidden();
  await expect(row).toHaveCount(0);
});
