import { expect } from "@playwright/test";
import { firstRun, signIn, test, untilTakenOver } from "./console.ts";
import { counted } from "./counted.ts";
import { approve, approveByKeyboard, call, freshRequest } from "./review.ts";

test("after an approval is revoked, Run fails on the open page, and a reloaded page has no Run button", {
  tag: "@quick",
}, async ({ session }) => {
  const [researcher, reviewer] = [await session("researcher"), await session("reviewer")];
  const { submissionId } = await approve(researcher, reviewer, freshRequest());
  await researcher.goto(`/submissions/${submissionId}`);
  await reviewer.goto(`/submissions/${submissionId}`);
  await reviewer.getByRole("button", { name: "Revoke approval" }).click();
  await reviewer.getByLabel("Reason").fill("A source was withdrawn.");
  await reviewer.getByRole("button", { name: "Revoke", exact: true }).click();
  await expect(reviewer.getByRole("dialog")).toBeHidden();
  await expect(reviewer.getByRole("region", { name: "Active approvals" })).toContainText("Evidence approved: no");
  await researcher.getByRole("button", { name: "Run" }).click();
  await expect(researcher.getByRole("alert").filter({ hasText: "No forecast" })).toContainText(
    "INPUT_QUALITY_UNVERIFIED",
  );
  await researcher.reload();
  await expect(researcher.getByRole("button", { name: "Run" })).toBeHidden();
});

test("a decision causes no failed request", async ({ session }) => {
  const researcher = await session("researcher");
  const reviewer = await session("reviewer");
  const { submissionId } = await call(researcher, "submissions.submit", { request: freshRequest() });
  await reviewer.goto(`/review/${submissionId}`);
  const failed: string[] = [];
  reviewer.on("response", (response) => {
    if (response.status() >= 400) failed.push(`${response.status()} ${response.url()}`);
  });
  await approveByKeyboard(reviewer);
  await reviewer.waitForLoadState("networkidle");
  expect(failed).toEqual([]);
});

test("a decision on a withdrawn submission is replaced by the state of the submission", async ({ session }) => {
  const researcher = await session("researcher");
  const reviewer = await session("reviewer");
  const { submissionId } = await call(researcher, "submissions.submit", { request: freshRequest() });
  await reviewer.goto(`/review/${submissionId}`);
  await researcher.goto(`/submissions/${submissionId}`);
  await researcher.getByRole("button", { name: "Withdraw" }).click();
  await researcher.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
  await expect(researcher.getByText("withdrawn").first()).toBeVisible();
  await reviewer.keyboard.press("x");
  await reviewer.keyboard.type("No.");
  await reviewer.keyboard.press("Control+Enter");
  const verdicts = reviewer.getByRole("region", { name: "Your verdicts" });
  await expect(verdicts).toContainText("The review of this submission is closed: withdrawn.");
  await expect(verdicts.getByRole("button", { name: "Record decision" })).toHaveCount(0);
});

test("a decision after the session has expired keeps the note until the member signs in in another tab", async ({
  session,
}) => {
  const { submissionId } = await call(await session("researcher"), "submissions.submit", { request: freshRequest() });
  const reviewer = await session("reviewer");
  await reviewer.goto(`/review/${submissionId}`);
  await reviewer.keyboard.press("x");
  await reviewer.keyboard.type("No.");
  const cookies = await reviewer.context().cookies();
  await reviewer.context().clearCookies();
  await reviewer.keyboard.press("Control+Enter");
  await expect(reviewer.getByText("Your session has ended.")).toBeVisible();
  await expect(reviewer.getByRole("link", { name: "Sign in again in a new tab" })).toHaveAttribute("target", "_blank");
  await expect(reviewer).toHaveURL(`/review/${submissionId}`);
  await expect(reviewer.getByRole("textbox", { name: "Note to the author" })).toHaveValue("No.");
  await reviewer.context().addCookies(cookies);
  await reviewer.keyboard.press("Control+Enter");
  await expect(reviewer.getByText("Your session has ended.")).toHaveCount(0);
  await expect(reviewer).not.toHaveURL(`/review/${submissionId}`);
});

test("signing out removes a reviewer's unsent note from the browser's session storage", async ({ session, page }) => {
  const { submissionId } = await call(await session("researcher"), "submissions.submit", { request: freshRequest() });
  await page.goto(`/review/${submissionId}`);
  await signIn(page, firstRun().accounts.reviewer);
  const note = page.getByRole("textbox", { name: "Note to the author" });
  await expect(note).toBeVisible();
  await untilTakenOver(page);
  await note.fill("For the author alone.");
  await page.reload();
  await expect(note).toHaveValue("For the author alone.");
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/sign-in$/);
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain("For the author alone.");
});

test("a new assignee is shown immediately and the field does not flicker back", async ({ session }) => {
  const { submissionId } = await call(await session("researcher"), "submissions.submit", { request: freshRequest() });
  const admin = await session("admin");
  await admin.goto(`/review/${submissionId}`);
  const field = admin.getByRole("combobox", { name: "Assigned to" });
  await field.evaluate((element: HTMLSelectElement) => {
    const note = () => {
      if (!element.disabled)
        element.dataset.shown = `${element.dataset.shown ?? ""}${element.selectedOptions[0]?.text};`;
    };
    new MutationObserver(note).observe(element, { attributes: true, attributeFilter: ["disabled"] });
  });
  await field.selectOption({ label: "Reviewer" });
  await expect(field).toHaveAttribute("data-shown", /Reviewer/);
  await expect(field).toHaveAttribute("data-shown", "Reviewer;");
});

test("authors cannot decide on their own submissions", async ({ session }) => {
  const reviewer = await session("reviewer");
  const { submissionId } = await call(reviewer, "submissions.submit", { request: freshRequest() });
  await reviewer.goto("/review");
  await expect(reviewer.getByRole("row").filter({ has: reviewer.locator(`a[href$="${submissionId}"]`) })).toContainText(
    "your submission",
  );
  await reviewer.goto(`/review/${submissionId}`);
  await expect(reviewer.getByText("another reviewer must decide")).toBeVisible();
});

test("the queue shows which members have a submission open, until they close it", async ({ session }) => {
  const researcher = await session("researcher");
  const { submissionId } = await call(researcher, "submissions.submit", { request: freshRequest() });
  const admin = await session("admin");
  const row = admin.getByRole("row").filter({ has: admin.locator(`a[href*="${submissionId}"]`) });
  const isNamed = async () => {
    await admin.goto("/review");
    return (await row.textContent())?.includes("Reviewer is reviewing");
  };
  const reviewer = await session("reviewer");
  await reviewer.goto(`/review/${submissionId}`);
  await expect.poll(isNamed).toBe(true);
  await reviewer.getByRole("link", { name: "Queue" }).click();
  await expect.poll(isNamed).toBe(false);
  // Simulates closing the page by navigating away, which triggers the same event. If the last page of a browser is
  // closed, the browser may end before it sends the request.
  await reviewer.goto(`/review/${submissionId}`);
  await expect.poll(isNamed).toBe(true);
  await reviewer.goto("about:blank");
  await expect.poll(isNamed).toBe(false);
});

test("an import shows the result of each line", async ({ session }) => {
  const researcher = await session("researcher");
  await researcher.goto("/submissions/import");
  await researcher.getByLabel("Or paste the text").fill(`${JSON.stringify(freshRequest())}\n\n{"no": "request"}\n`);
  await researcher.getByRole("button", { name: "Submit 1 question" }).click();
  await expect(researcher.getByRole("status").filter({ hasText: "refused" })).toContainText(
    "1 line submitted, 1 line refused",
  );
  await expect(researcher.getByRole("row", { name: /^3/ })).toContainText("INVALID_REQUEST");
  await researcher.getByRole("link", { name: /^Will tram/ }).click();
  await expect(researcher.getByText(/^in review$/)).toBeVisible();
});

test("a revision takes two clicks plus typing, shows the requested changes, and has the new question as its heading", async ({
  session,
}) => {
  const researcher = await session("researcher");
  const reviewer = await session("reviewer");
  const request = freshRequest();
  const { submissionId, taskId, inputId } = await call(researcher, "submissions.submit", { request });
  const checklist = { exclusive: false, decidable: false, cutoff: false, sources: false };
  const verdicts = { binding: "changes", quality: "changes", checklist, note: "Say which tram." };
  await call(reviewer, "reviews.decide", { submissionId, seen: { taskId, inputId }, ...verdicts });
  await researcher.goto(`/submissions/${submissionId}`);
  const { click, press, type, done } = counted(researcher);
  await click(researcher.getByRole("link", { name: "Revise" }));
  await expect(researcher.getByText("Say which tram.")).toBeVisible();
  await expect(researcher.locator("form[inert]")).toHaveCount(0);
  await click(researcher.getByRole("textbox", { name: "Question" }));
  await press("Control+Home");
  await type("In Basel: ");
  await press("Control+Enter");
  await expect(researcher).not.toHaveURL(new RegExp(submissionId));
  await expect(researcher).toHaveURL(/\/submissions\//);
  await expect(researcher.getByRole("heading", { level: 1 })).toContainText("In Basel: Will tram");
  expect(done.clicks).toBeLessThanOrEqual(2);
});

test("an approval expires on the date that the reviewer enters", async ({ session }) => {
  const researcher = await session("researcher");
  const reviewer = await session("reviewer");
  const { submissionId } = await call(researcher, "submissions.submit", { request: freshRequest() });
  await reviewer.goto(`/review/${submissionId}`);
  const expiry = reviewer.getByLabel("Expiry date (UTC)");
  await expiry.fill("2031-05-01");
  await expiry.blur();
  await approveByKeyboard(reviewer);
  await researcher.goto(`/submissions/${submissionId}`);
  const active = researcher.getByRole("region", { name: "Active approvals" });
  await expect(active.getByText("expires 1 May 2031, 00:00 UTC")).toHaveCount(2);
});
