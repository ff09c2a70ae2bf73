import { randomUUID } from "node:crypto";
import { expect, type Locator, type Page } from "@playwright/test";
import { writeXlsx } from "#test/xlsx.ts";
import { test } from "./console.ts";
import { watchPolicy } from "./policy.ts";
import { forecastUndecided, query } from "./review.ts";

/** Chooses a file; its name and type say nothing about its content. */
async function choose(place: Page | Locator, content: Uint8Array | string): Promise<void> {
  const buffer = Buffer.from(content);
  await place.getByLabel("File", { exact: true }).setInputFiles({ name: "file.txt", mimeType: "text/plain", buffer });
}

/** Returns the cells of the rows as they will be stored, by column. */
async function storedRows(place: Page | Locator): Promise<Record<string, string>[]> {
  const table = place.getByRole("region", { name: "Rows as they will be stored, table" });
  const names = await table.getByRole("columnheader").allInnerTexts();
  const rows = await table.locator("tbody tr").all();
  return Promise.all(
    rows.map(async (row) => {
      const cells = await row.getByRole("cell").allInnerTexts();
      return Object.fromEntries(cells.map((cell, index) => [names[index], cell]));
    }),
  );
}

/** Days since the start of Excel's calendar. */
const serialOf = (date: string) => Date.parse(date) / 86_400_000 + 25_569;

test("questions of a workbook are previewed, submitted without the refused row, and not submitted again", async ({
  session,
}) => {
  const page = await session("researcher");
  const violations = await watchPolicy(page);
  const name = `tram ${randomUUID()}`;
  const dated = (date: string) => [`s="2"`, `<v>${serialOf(date)}</v>`] as const;
  const row = (question: string, options: string) => [
    ...[question, options, "The operator’s notice."],
    ...[dated("2027-01-15T12:30:00Z"), dated("2026-11-01T09:15:00Z"), "x"],
  ];
  const header = ["Question", "Options", "Resolution criteria", "Resolution date", "Cutoff", "Colour"];
  const sheet = [
    header,
    row(`Will ${name} run?`, "Yes|No"),
    row(`Will ${name} stop?`, "Yes"),
    row(`Is ${name} blue?`, "Yes|No"),
  ];
  const before = await query(page, "submissions.list", { text: name });
  await page.goto("/submissions/import");
  await choose(page, writeXlsx({ Notes: [["Nothing here"], ["x"]], Questions: sheet }));

  await test.step("a sheet, a time zone and no unnamed column are chosen by the member", async () => {
    await page.getByLabel("Sheet").selectOption("Questions");
    await expect(page.getByText("Not imported: Colour")).toBeVisible();
    await expect(page.getByLabel("Time zone")).toHaveValue("");
    await expect(page.getByRole("button", { name: "Submit" })).toBeDisabled();
    await page.getByLabel("Time zone").selectOption("Europe/Zurich");
    await expect(page.getByRole("status").first()).toHaveText("2 questions will be submitted, 1 line is refused.");
  });

  await test.step("the preview shows what will be stored and why a row is refused, and stores nothing", async () => {
    await expect(page.getByRole("region", { name: "Refused lines, table" })).toContainText(
      "3OptionsEnter at least two options, separated by | or ;.",
    );
    const [first] = await storedRows(page);
    expect(first).toMatchObject({
      Line: "2",
      instructions: `"Will ${name} run?"`,
      yes: '"Yes"',
      resolves_at: '"2027-01-15T12:30:00+01:00"',
      as_of: '"2026-11-01T09:15:00+01:00"',
    });
    expect(await query(page, "submissions.list", { text: name })).toEqual(before);
  });

  await test.step("the button submits them", async () => {
    await page.getByRole("button", { name: "Submit 2 questions" }).click();
    await expect(page.getByRole("status").first()).toHaveText("2 lines submitted, 1 line refused.");
    await expect(page.getByRole("row", { name: /^3/ })).toContainText("refused");
    const { submissions } = await query(page, "submissions.list", { text: name });
    expect(submissions).toHaveLength(2);
    expect(new Set(submissions.map(({ batch }: { batch: string }) => batch)).size).toBe(1);
  });

  await test.step("the same file has nothing left to submit", async () => {
    await page.getByRole("button", { name: "Import another file" }).click();
    await choose(page, writeXlsx({ Questions: sheet }));
    await page.getByLabel("Time zone").selectOption("Europe/Zurich");
    await expect(page.getByRole("status").first()).toHaveText(
      "0 questions will be submitted, 1 line is refused, 2 are already in review.",
    );
  });
  expect(violations).toEqual([]);
});

test("observations with semicolons and decimal commas are added as numbers", async ({ session }) => {
  const page = await session("researcher");
  await page.goto("/compose/new");
  await page.waitForURL(/\/compose\/[0-9a-f-]{36}/);
  await page.getByLabel("Description of option 1").fill("Yes");
  await page.getByLabel("Description of option 2").fill("No");
  await page.getByRole("button", { name: "Import observations…" }).click();
  const dialog = page.getByRole("dialog");
  await choose(
    dialog,
    "\uFEFFDatum;Institut;Yes;No\r\n01.07.2026 12:00 UTC;Markt;0,25;0,75\r\n02.07.2026;Crowd;30,5;69,5\r\n",
  );
  await expect(dialog.getByRole("alert")).toContainText("Add the column that determines the kind of observation");
  await dialog.getByLabel("Institut").selectOption({ label: "Source" });
  await dialog.getByLabel("Time zone").selectOption("UTC");
  await expect(dialog.getByRole("status")).toHaveText("2 observations will be added.");
  expect(await storedRows(dialog)).toMatchObject([
    { yes: "0.25", no: "0.75", observed_at: '"2026-07-01T12:00:00Z"' },
    { yes: "0.305", no: "0.695", observed_at: '"2026-07-02T23:59:59Z"' },
  ]);
  await dialog.getByRole("button", { name: "Add 2 observations" }).click();
  await expect(page.getByLabel("Source, observation 1")).toHaveValue("Markt");
  await expect(page.getByLabel("Yes, observation 2")).toHaveValue("30.5");

  await test.step("the chosen columns are remembered for the next file with these columns", async () => {
    await page.getByRole("button", { name: "Import observations…" }).click();
    await choose(dialog, "Datum;Institut;Yes;No\n03.07.2026 12:00 UTC;Panel;0,5;0,5\n");
    await expect(dialog.getByRole("button", { name: "Add 1 observation" })).toBeEnabled();
  });
});

test("outcomes in Windows-1252 are read as such only after the member has seen them", async ({ session }) => {
  const [researcher, reviewer] = [await session("researcher"), await session("reviewer")];
  const { taskId, generatedAt } = await forecastUndecided(researcher, reviewer);
  // The outcome must be decided after the forecast.
  const happenedAt = new Date(Date.parse(generatedAt) + 1).toISOString();
  await expect.poll(() => Date.now()).toBeGreaterThan(Date.parse(happenedAt));
  await researcher.goto("/outcomes/import");
  const text = `task_id,option,happened_at,source\n${taskId},yes,${happenedAt},Zürcher Register\n`;
  await choose(researcher, Buffer.from(text, "latin1"));
  const alert = researcher.getByRole("alert").filter({ hasText: "The file cannot be imported" });
  await expect(alert).toContainText("Line 2: The file is not UTF-8.");
  await expect(alert).toContainText("Zürcher Register");
  await expect(researcher.getByRole("button", { name: "Record" })).toBeDisabled();
  await alert.getByRole("button", { name: "Read as Windows-1252" }).click();
  await researcher.getByRole("button", { name: "Record 1 outcome" }).click();
  await expect(researcher.getByText("1 line recorded.")).toBeVisible();
  await researcher.goto(`/questions/${encodeURIComponent(taskId)}`);
  await expect(researcher.getByRole("list", { name: "Recorded outcomes" })).toContainText("Zürcher Register");
});

test("a table of cases is uploaded only when no line is refused", async ({ session }) => {
  const page = await session("researcher");
  await page.goto("/evaluations");
  await page.getByRole("button", { name: "Upload file" }).first().click();
  const dialog = page.getByRole("dialog");
  const header = "set,question,options,outcome,resolution criteria,resolution date,cutoff";
  const line = (outcome: string) =>
    `a,Will ${randomUUID()} open?,Yes|No,${outcome},The notice.,2026-06-01T12:00:00Z,2026-05-01T12:00:00Z`;
  const pasted = dialog.getByLabel("Or paste the text");
  await pasted.fill([header, line("Yes"), line("Maybe")].join("\n"));
  await expect(dialog.getByRole("status")).toHaveText("No case will be uploaded, 1 line is refused.");
  await expect(dialog.getByRole("button", { name: "Upload" })).toBeDisabled();
  await pasted.fill([header, line("Yes"), line("No")].join("\n"));
  await dialog.getByLabel("Title").fill("Two openings");
  await dialog.getByRole("button", { name: "Upload 2 cases" }).click();
  await expect(page.getByRole("heading", { name: "Two openings" })).toBeVisible();
});

test("the downloaded template has nothing to correct", async ({ session }) => {
  const page = await session("researcher");
  await page.goto("/submissions/import");
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download template" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("questions.csv");
  await page.getByLabel("File", { exact: true }).setInputFiles(await download.path());
  await expect(page.getByRole("button", { name: "Submit 1 question" })).toBeEnabled();
});
