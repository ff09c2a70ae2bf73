import { expect } from "@playwright/test";
import { awaitingReact, firstRun, test } from "./console.ts";
import { counted } from "./counted.ts";
import { approveByKeyboard, call, freshRequest, query, walkTo } from "./review.ts";

test("a reviewer signs in, finds and decides a submission, and gets to the next one without a mouse", async ({
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

  const page = awaitingReact(await browser.newPage({ baseURL: baseURL ?? "" }));
  await page.goto("/");
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

  // Repeats the shortcut, because a key pressed before hydration is lost.
  await expect(async () => {
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("combobox", { name: "Search the console" })).toBeFocused({ timeout: 1_000 });
  }).toPass();
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
  // The typed note is still there after a visit to the next submission.
  await page.keyboard.press("Tab");
  await page.keyboard.press("j");
  await expect(page).toHaveURL(new RegExp(`/review/${third}`));
  await page.keyboard.press("k");
  await expect(page).toHaveURL(new RegExp(`/review/${second}`));
  await expect(page.getByLabel("Note to the author")).toHaveValue("ajxck? is not a reason, but it is typed.");
  await page.keyboard.press("n");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("Decision recorded: rejected")).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/review/${third}`));
  await page.context().close();
});

test("submissions of one task are selected and decided together by keyboard, and each result is shown", async ({
  session,
}) => {
  const researcher = await session("researcher");
  const reviewer = await session("reviewer");
  const request = freshRequest();
  const made = [];
  for (const asOf of ["2026-06-16T00:00:00Z", "2026-06-17T00:00:00Z", "2026-06-18T00:00:00Z"]) {
    const input = { ...request.input, as_of: asOf };
    made.push(await call(researcher, "submissions.submit", { request: { ...request, input } }));
  }
  const other = await call(researcher, "submissions.submit", { request: freshRequest() });
  await reviewer.goto("/review?turn=me&origin=console");
  const [first] = made;
  const row = reviewer.locator(`a[data-open][href*="${first.submissionId}"]`);
  await row.focus();
  await reviewer.keyboard.press("s");
  await expect(reviewer.getByText("1 submission of the same task selected")).toBeVisible();
  // A row of a different task and import cannot be selected.
  const stranger = reviewer.getByRole("row").filter({
    has: reviewer.locator(`a[data-open][href*="${other.submissionId}"]`),
  });
  await expect(stranger).toBeVisible();
  await expect(stranger.getByRole("checkbox")).toHaveCount(0);
  await reviewer.getByRole("checkbox", { name: "Select 3 submissions of the same task" }).press("Space");
  await expect(reviewer.getByText("3 submissions of the same task selected")).toBeVisible();
  await call(researcher, "submissions.withdraw", { submissionId: made[1].submissionId });

  await row.focus();
  await reviewer.keyboard.press("a");
  const dialog = reviewer.getByRole("dialog");
  await expect(dialog.getByRole("radio", { name: "Approve" }).first()).toBeChecked();
  await expect(dialog.getByRole("radio", { name: "Approve" }).last()).toBeChecked();
  for (const check of await dialog.getByRole("checkbox").all()) await check.press("Space");
  await reviewer.keyboard.press("Control+Enter");
  await expect(dialog.getByText("3 of 3 submissions done, 1 refused")).toBeVisible();
  await expect(dialog.getByRole("listitem").nth(0)).toContainText("approved");
  await expect(dialog.getByRole("listitem").nth(1)).toContainText(
    "The review of this submission is closed: withdrawn.",
  );
  await expect(dialog.getByRole("listitem").nth(2)).toContainText("approved");
  await dialog.getByRole("button", { name: "Back to the list" }).press("Enter");
  await expect(dialog).toBeHidden();
  await expect(row).toHaveCount(0);
});

test("a reviewer skips a submission, which returns after the others, and sees the position in the queue", async ({
  session,
}) => {
  const [researcher, reviewer] = [await session("researcher"), await session("reviewer")];
  const request = freshRequest();
  const made: string[] = [];
  for (const asOf of ["2026-06-16T00:00:00Z", "2026-06-17T00:00:00Z"]) {
    const input = { ...request.input, as_of: asOf };
    made.push((await call(researcher, "submissions.submit", { request: { ...request, input } })).submissionId);
  }
  const [first = "", second = ""] = made;
  const { taskId } = await query(researcher, "submissions.get", { submissionId: first });
  await reviewer.goto(`/review/${first}?task=${encodeURIComponent(taskId)}`);
  await expect(reviewer.getByText("1 of 2", { exact: true })).toBeVisible();
  await reviewer.keyboard.press("s");
  await expect(reviewer).toHaveURL(new RegExp(`/review/${second}`));
  await reviewer.getByRole("button", { name: "Skip (s)" }).click();
  await expect(reviewer).toHaveURL(new RegExp(`/review/${first}`));
});

test("30 submissions of one import with the same findings are approved together with at most 6 clicks", async ({
  session,
}) => {
  const researcher = await session("researcher");
  const reviewer = await session("reviewer");
  const fit = Array.from({ length: 30 }, freshRequest);
  const [one = freshRequest(), two = freshRequest()] = fit;
  const leaking = freshRequest();
  const leak = { type: "text" as const, text: "It opened on 5 October 2026.", observed_at: leaking.input.as_of };
  const input = { ...leaking.input, context: [...leaking.input.context, leak] };
  const jsonl = [...fit, { ...leaking, input }].map((request) => JSON.stringify(request)).join("\n");
  await call(researcher, "submissions.import", { jsonl });
  await reviewer.goto("/review?turn=me&origin=import");
  const rowOf = ({ task }: typeof one) => reviewer.getByRole("row").filter({ hasText: task.instructions });
  await expect(rowOf(leaking)).toContainText("must fix");
  await expect(rowOf(leaking).getByRole("checkbox")).toHaveCount(0);
  expect(await rowOf(one).evaluate((row) => row.getBoundingClientRect().height)).toBeLessThanOrEqual(42);
  const { click, done } = counted(reviewer);
  await click(rowOf(two).getByRole("checkbox"));
  await rowOf(fit[4] ?? one)
    .getByRole("checkbox")
    .click({ modifiers: ["Shift"] });
  await expect(reviewer.getByText("4 submissions of the same import selected")).toBeVisible();
  await reviewer.getByRole("button", { name: "Clear selection" }).click();
  done.clicks = 0;
  await click(reviewer.getByRole("button", { name: "Decide on 30 submissions of the same import" }));
  const dialog = reviewer.getByRole("dialog");
  await expect(dialog.getByRole("listitem")).toHaveCount(30);
  await expect(dialog).not.toContainText(leaking.task.instructions);
  for (const check of await dialog.getByRole("checkbox").all()) await click(check);
  await click(dialog.getByRole("button", { name: "Record decision" }));
  await expect(dialog.getByText("30 of 30 submissions done")).toBeVisible();
  expect(done.clicks).toBeLessThanOrEqual(6);
  await dialog.getByRole("button", { name: "Back to the list" }).click();
  await expect(rowOf(one)).toHaveCount(0);
  const { events } = await query(reviewer, "audit.list", { kind: "review.decided", limit: 1 });
  expect(events[0].event).toMatchObject({ together: 30 });
});

test("a submission is found in the queue by its text, opened and assigned", async ({ session }) => {
  const researcher = await session("researcher");
  const request = freshRequest();
  const { submissionId } = await call(researcher, "submissions.submit", { request });
  const reviewer = await session("reviewer");
  await reviewer.goto("/review");
  await reviewer.getByLabel("Search").fill(request.task.instructions.slice(0, 30));
  await reviewer.getByRole("button", { name: "Filter" }).click();
  await expect(reviewer.getByText("1 submission matching the filters")).toBeVisible();
  await reviewer.keyboard.press("g");
  await expect(reviewer).toHaveURL(new RegExp(`/review/${submissionId}`));
  await reviewer.getByRole("combobox", { name: "Assigned to" }).selectOption({ label: "Reviewer" });
  await reviewer.getByRole("link", { name: "Queue" }).click();
  await expect(reviewer.getByText("assigned to you")).toBeVisible();
});
