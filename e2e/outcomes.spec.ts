import { expect, type Page } from "@playwright/test";
import { nextMillisecond } from "#test/next-millisecond.ts";
import { test } from "./console.ts";
import { call, forecastUndecided } from "./review.ts";

test("scores change when an outcome is confirmed by another person, and when it is corrected", async ({ session }) => {
  const [researcher, reviewer] = [await session("researcher"), await session("reviewer")];
  const { taskId, requestId, generatedAt } = await forecastUndecided(researcher, reviewer);
  const question = `/questions/${encodeURIComponent(taskId)}`;
  // The field has whole seconds, so the outcome must be decided at least one second after the forecast.
  await expect.poll(() => Date.now() - Date.parse(generatedAt)).toBeGreaterThan(1_000);
  const decidedAt = new Date().toISOString().slice(0, 19);

  async function record(option: string): Promise<void> {
    await researcher.goto(question);
    await researcher.getByRole("button", { name: "Record outcome" }).click();
    await researcher.getByLabel("Decided at (UTC)").fill(decidedAt);
    await researcher.getByRole("textbox", { name: "Source" }).fill("The operator’s register");
    await send(option);
  }

  async function correct(from: string, to: string): Promise<void> {
    await researcher.goto(question);
    await researcher.getByRole("button", { name: "Correct outcome" }).click();
    await expect(researcher.getByRole("combobox", { name: "Outcome" })).toHaveValue(from);
    await expect(researcher.getByLabel("Decided at (UTC)")).toHaveValue(new RegExp(`^${decidedAt.slice(0, 16)}`));
    await expect(researcher.getByRole("textbox", { name: "Source" })).toHaveValue("The operator’s register");
    await send(to);
  }

  async function send(option: string): Promise<void> {
    await researcher.getByRole("combobox", { name: "Outcome" }).selectOption(option);
    await researcher.getByRole("button", { name: "Record", exact: true }).click();
    await expect(researcher.getByRole("dialog")).toBeHidden();
    await expect(researcher.getByRole("list", { name: "Recorded outcomes" })).toContainText("unconfirmed");
  }

  async function confirm(): Promise<void> {
    await reviewer.goto(question);
    await reviewer.getByRole("button", { name: "Confirm outcome" }).click();
    await reviewer.getByRole("button", { name: "Confirm", exact: true }).click();
    await expect(reviewer.getByRole("dialog")).toBeHidden();
    await expect(reviewer.getByRole("button", { name: "Confirm outcome" })).toHaveCount(0);
  }

  const before = await test.step("nothing is scored until the outcome is confirmed", async () => {
    const found = await trackRecord(researcher);
    await record("yes");
    await expect(researcher.getByText("You recorded this outcome")).toHaveCount(0);
    await expect(
      researcher.getByText("Only members with the role reviewer or admin can confirm outcomes and set"),
    ).toBeVisible();
    await researcher.goto(`/forecasts/${requestId}`);
    await expect(researcher.getByText("The outcome of this question has not been confirmed.")).toBeVisible();
    await expect(researcher.getByRole("heading", { name: "Worth of the observations" })).toHaveCount(0);
    expect(await trackRecord(researcher)).toBe(found);
    return found;
  });

  const first =
    await test.step("after another person confirms the outcome, the score and the diagram change", async () => {
      await confirm();
      await expect(reviewer.getByText("1 forecast scored: Brier score")).toBeVisible();
      await expect(reviewer.getByRole("list", { name: "Timeline" })).toContainText(/Outcome .+ confirmed by Reviewer/);
      const found = await trackRecord(reviewer);
      expect(found).not.toBe(before);
      return found;
    });

  await test.step("a correction changes them once it is confirmed", async () => {
    await correct("yes", "no");
    expect(await trackRecord(reviewer)).toBe(first);
    await confirm();
    expect(await trackRecord(reviewer)).not.toBe(first);
  });

  await test.step("reverting the correction restores the first scores", async () => {
    await correct("no", "yes");
    await confirm();
    expect(await trackRecord(reviewer)).toBe(first);
    await reviewer.goto(`/forecasts/${requestId}`);
    await expect(reviewer.getByRole("region", { name: "Outcome and score" })).toContainText(
      "Probability of the outcome",
    );
  });

  await test.step("the forecast's page shows the worth of each observation, with a download", async () => {
    const panel = reviewer.getByRole("region", { name: "Worth of the observations" });
    const worths = panel.getByRole("region", { name: "Worth of each observation, table" }).getByRole("row");
    await expect(async () => {
      await reviewer.reload();
      await expect(worths.filter({ hasText: /[+−]\d\.\d{3}|no answer without it/ }).first()).toBeVisible({
        timeout: 1_000,
      });
    }).toPass();
    const href = (await panel.getByRole("link", { name: "Download CSV" }).getAttribute("href")) ?? "";
    const file = await (await reviewer.request.get(href)).text();
    expect(file).toMatch(/^task_id,.*,worth\r\n/);
    expect(file).toContain(taskId);
    await reviewer.goto("/track-record");
    await reviewer.getByRole("link", { name: "Worth of observations" }).click();
    await expect(reviewer.getByRole("heading", { name: "Worth of observations", level: 1 })).toBeVisible();
  });

  await test.step("a bin of the reliability diagram links to its forecasts", async () => {
    await reviewer.goto(EARLY_RECORD);
    await reviewer.getByRole("region", { name: "Reliability", exact: true }).getByText("Show table").click();
    await reviewer.getByRole("region", { name: "Reliability by bin" }).getByRole("link").first().click();
    const bin = reviewer.getByRole("region", { name: "Forecasts of the bin" });
    await expect(bin.getByRole("rowheader").first()).toBeVisible();
  });

  await test.step("the audit log contains every entry and verifies", async () => {
    const admin = await session("admin");
    await admin.goto(`/audit?show=outcomes&task=${encodeURIComponent(taskId)}`);
    await expect(admin.getByRole("row").filter({ hasText: "outcome recorded" })).toHaveCount(3);
    await expect(admin.getByRole("row").filter({ hasText: "outcome confirmed" })).toHaveCount(3);
    await admin.goto("/audit");
    await admin.getByRole("button", { name: "Verify audit log" }).click();
    await expect(admin.getByText("The audit log is verified")).toBeVisible();
  });
});

test("several outcomes are confirmed together, and the results stay visible when the list becomes empty", async ({
  session,
}) => {
  const researcher = await session("researcher");
  const reviewer = await session("reviewer");
  for (const option of ["yes", "no"]) {
    const { taskId } = await forecastUndecided(researcher, reviewer);
    const happenedAt = await nextMillisecond();
    await call(researcher, "outcomes.record", { taskId, option, source: "The register.", happenedAt });
  }
  // The page opens with the outcomes that the reviewer can confirm.
  await reviewer.goto("/outcomes");
  await expect(reviewer.getByRole("link", { name: /^To confirm [1-9]/ })).toHaveAttribute("aria-current", "page");
  await reviewer.getByRole("button", { name: /^Confirm all/ }).click();
  const dialog = reviewer.getByRole("dialog");
  await expect(dialog.getByText("Source: The register.").first()).toBeVisible();
  await dialog.getByRole("button", { name: /^Confirm \d+ outcomes/ }).click();
  await expect(reviewer.getByText("No outcomes to confirm")).toBeVisible();
  // The counts are up to date without a reload.
  await expect(reviewer.getByRole("link", { name: "To confirm 0" })).toBeVisible();
  await expect(dialog.getByRole("status")).toHaveText(/^(\d+) of \1 outcomes done$/);
});

test("a question's notes and tags are saved, and a tag links to its forecasts", { tag: "@quick" }, async ({
  session,
}) => {
  const [researcher, reviewer] = [await session("researcher"), await session("reviewer")];
  const { taskId } = await forecastUndecided(researcher, reviewer);
  const tag = `tram ${taskId.slice(-8)}`;
  await researcher.goto(`/questions/${encodeURIComponent(taskId)}`);
  await researcher.getByLabel("New note").fill("The register is published at noon.");
  await researcher.getByRole("button", { name: "Add note" }).click();
  await expect(researcher.getByRole("list", { name: "Timeline" })).toContainText("published at noon");
  await researcher.getByLabel("New tag").fill(`${tag}/2026`);
  await researcher.getByRole("button", { name: "Add tag" }).click();
  const refused = researcher.getByRole("alert").filter({ hasText: "The tag was not changed" });
  await expect(refused).toContainText(
    "Use letters and digits, with spaces, dots, underscores or hyphens between them.",
  );
  await expect(refused).not.toContainText("{");
  await expect(researcher.getByLabel("New tag")).toHaveValue(`${tag}/2026`);
  await researcher.getByLabel("New tag").fill(tag.toUpperCase());
  await researcher.getByRole("button", { name: "Add tag" }).click();
  await researcher.getByRole("link", { name: tag, exact: true }).click();
  await expect(researcher).toHaveURL(/\/questions\?tag=/);
  await expect(researcher.getByRole("region", { name: "Questions" }).getByRole("rowheader")).toHaveCount(1);
});

/** The subgroup of questions that were decided before their resolution date, as in these tests. */
const EARLY_RECORD = "/track-record?by=early&of=decided+early";

async function trackRecord(page: Page): Promise<string> {
  const tables = page.getByRole("region", { name: /^(Mean scores|Reliability by bin), table$/, includeHidden: true });
  const texts: string[] = [];
  for (const view of ["scores", "reliability"]) {
    await page.goto(`${EARLY_RECORD}&view=${view}`);
    await expect(page.getByRole("navigation", { name: "Pages of the track record" })).toBeVisible();
    texts.push(...(await tables.allTextContents()));
  }
  return texts.join("\n");
}
