import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { type BrowserContext, expect, type Page } from "@playwright/test";
import { awaitingReact, openSignedIn, test } from "./console.ts";
import { counted } from "./counted.ts";
import { forecastUndecided, freshRequest } from "./review.ts";

const question = (page: Page) => page.getByRole("textbox", { name: "Question" });
// Selected by role, because hidden content of a streamed page has none.
const json = (page: Page) => page.getByRole("textbox", { name: "Request JSON" });
const saved = (page: Page) => expect(page.getByText("Draft saved")).toBeVisible();

/** Creates an empty draft, waits until its form is editable, and returns its URL. */
async function openDraft(page: Page): Promise<string> {
  await page.goto("/compose/new");
  await page.waitForURL(/\/compose\/[0-9a-f-]{36}/);
  await expect(page.locator("form[inert]")).toHaveCount(0);
  return page.url();
}

async function secondTab(context: BrowserContext, url: string): Promise<Page> {
  const page = awaitingReact(await context.newPage());
  await page.goto(url);
  await expect(page.locator("form[inert]")).toHaveCount(0);
  return page;
}

test("a reload while typing loses no text", { tag: "@quick" }, async ({ session }) => {
  const page = await session("researcher");
  await openDraft(page);
  await question(page).pressSequentially("Will it rain on the first day of t");
  await page.reload();
  await expect(question(page)).toHaveValue("Will it rain on the first day of t");
  await question(page).press("End");
  await question(page).pressSequentially("he fair?");
  await page.getByRole("button", { name: "+ Text" }).click();
  await page.getByLabel("Text, observation 1").fill("Dry so far.");
  await page.reload();
  await expect(question(page)).toHaveValue("Will it rain on the first day of the fair?");
  await expect(page.getByLabel("Text, observation 1")).toHaveValue("Dry so far.");
  await saved(page);
});

test("two tabs with the same draft do not overwrite each other silently", async ({ session }) => {
  const first = await session("researcher");
  const url = await openDraft(first);
  await question(first).fill("What is in both tabs?");
  await saved(first);
  const second = await secondTab(first.context(), url);
  await expect(question(second)).toHaveValue("What is in both tabs?");

  await question(first).fill("What the first tab says?");
  await expect(first.getByText("Saving…")).toHaveCount(0);
  await saved(first);
  await question(second).fill("What the second tab says?");
  await expect(second.getByText("This draft was changed in another tab or browser")).toBeVisible();

  await second.getByRole("button", { name: "Save my version as a new draft" }).click();
  await second.waitForURL((to) => to.href !== url);
  await expect(question(second)).toHaveValue("What the second tab says?");
  await saved(second);
  await first.reload();
  await expect(question(first)).toHaveValue("What the first tab says?");

  await first.goto("/compose");
  await expect(first.getByRole("link", { name: "What the first tab says?" })).toBeVisible();
  await expect(first.getByRole("link", { name: "What the second tab says?" })).toBeVisible();
});

test("if the server stops while the user types, the page shows an error, keeps the text and saves it later", async ({
  browser,
  startOwn,
}) => {
  const server = await startOwn();
  const page = await openSignedIn(browser, server, "researcher");
  const url = await openDraft(page);
  await question(page).fill("Is anybody there?");
  await saved(page);

  await server.stop();
  await question(page).fill("Is anybody there? Hello?");
  await expect(page.getByText("The server does not answer.")).toBeVisible();
  await question(page).fill("Is anybody there? Hello? I go on.");
  await expect(question(page)).toHaveValue("Is anybody there? Hello? I go on.");

  await server.start();
  await expect(page.getByText("The server does not answer.")).toHaveCount(0);
  await saved(page);
  const other = await secondTab(page.context(), url);
  await expect(question(other)).toHaveValue("Is anybody there? Hello? I go on.");
});

test("editing the JSON updates the form, and vice versa", async ({ session }) => {
  const page = await session("researcher");
  await openDraft(page);
  const example = JSON.parse(readFileSync("examples/multiclass.json", "utf8"));
  await json(page).fill(JSON.stringify(example, null, 4));
  await expect(question(page)).toHaveValue(example.task.instructions);
  await expect(page.locator("[id^=observation-]")).toHaveCount(example.input.context.length);
  // The JSON field keeps the indentation of the pasted text.
  await expect(json(page)).toHaveValue(JSON.stringify(example, null, 4));
  await question(page).fill("Another question?");
  await expect.poll(async () => JSON.parse(await json(page).inputValue()).task.instructions).toBe("Another question?");
  expect(JSON.parse(await json(page).inputValue())).toEqual({
    ...example,
    task: { ...example.task, instructions: "Another question?" },
  });

  const ordered = page.getByRole("checkbox", { name: /^The options have an order/ });
  await ordered.check();
  await json(page).fill(JSON.stringify(example));
  await expect(question(page)).toHaveValue(example.task.instructions);
  await saved(page);
  await page.reload();
  await expect(ordered).toBeChecked();
});

test("JSON that the form cannot show is kept and its errors are listed", async ({ session }) => {
  const page = await session("researcher");
  await openDraft(page);
  await question(page).fill("What the form says?");
  // Waits for the update, because `fill` selects the text and then replaces the selection.
  await expect(json(page)).toHaveValue(/What the form says\?/);
  await json(page).fill('{"model": "service-r13-c", "temperature": 1}');
  await expect(page.getByText("The form cannot show parts of this JSON")).toBeVisible();
  await expect(page.getByRole("button", { name: "/temperature" })).toBeVisible();
  await saved(page);
  await page.reload();
  await expect(json(page)).toHaveValue('{"model": "service-r13-c", "temperature": 1}');
  await page.getByRole("button", { name: "return to the form" }).click();
  await expect(question(page)).toHaveValue("What the form says?");
});

test("a request with approved content is shown as ready and can be run", async ({ session }) => {
  const page = await session("researcher");
  await openDraft(page);
  await expect(page.getByRole("button", { name: "Run", exact: true })).toHaveCount(0);
  await json(page).fill(readFileSync("examples/counts.json", "utf8"));
  await expect(page.getByText("The question and its evidence are approved")).toBeVisible();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page).toHaveURL(/\/forecasts\//);
  await expect(page.getByText("not independently verified").first()).toBeVisible();
});

test("observations are imported from CSV, each with its own date", async ({ session }) => {
  const page = await session("researcher");
  await openDraft(page);
  await page.getByLabel("Description of option 1").fill("Yes");
  await page.getByLabel("Description of option 2").fill("No");
  await page.getByRole("button", { name: "Import observations…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog
    .getByLabel("Or paste the text or drop a file here")
    .fill('observed_at,source,yes,no\n2026-07-01T00:00:00Z,"Market, large",0.25,0.75\n2026-07-02,Crowd,0.3,0.7\n');
  await dialog.getByLabel("Time zone").selectOption("+02:00");
  await dialog.getByRole("button", { name: "Add 2 observations" }).click();
  await expect(page.getByLabel("Source, observation 1")).toHaveValue("Market, large");
  await expect(page.getByLabel("Yes, observation 1")).toHaveValue("25");
  await expect
    .poll(async () => JSON.parse(await json(page).inputValue()).input.context)
    .toEqual([
      {
        type: "structured",
        data: { kind: "forecast", source: "Market, large", probabilities: { yes: 0.25, no: 0.75 } },
        observed_at: "2026-07-01T00:00:00Z",
      },
      {
        type: "structured",
        data: { kind: "forecast", source: "Crowd", probabilities: { yes: 0.3, no: 0.7 } },
        observed_at: "2026-07-02T23:59:59+02:00",
      },
    ]);
});

test("a violation links to its field and to the API's response", async ({ session }) => {
  const page = await session("researcher");
  await openDraft(page);
  const example = JSON.parse(readFileSync("examples/binary.json", "utf8"));
  example.input.context[0].observed_at = "2999-01-01T00:00:00Z";
  await json(page).fill(JSON.stringify(example));
  await expect(page.getByText("1 entry to complete")).toBeVisible();
  await page.getByRole("button", { name: "Validate" }).click();
  await page.getByRole("button", { name: "Observation 1, date" }).click();
  await expect(page.getByLabel("Observed, observation 1")).toBeFocused();
  await expect(page.locator("form").getByText("This date is later than the information cutoff.")).toBeVisible();
  await expect(page.getByText("FUTURE_INPUT")).toBeHidden();
  await page.getByText("API error response").click();
  await expect(page.getByText("FUTURE_INPUT")).toBeVisible();
  await expect(page.getByText("/input/context/0/observed_at")).toBeVisible();
});

test("shows a field's errors on blur, all errors on submit, and a green status when ready", async ({ session }) => {
  const page = await session("researcher");
  await openDraft(page);
  const form = page.getByRole("form", { name: "Request form" });
  await expect(page.getByText("5 entries to complete.")).toBeVisible();
  await expect(form.locator("[aria-invalid=true]")).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Violations", exact: true })).toHaveCount(0);
  const submit = page.getByRole("button", { name: "Submit for review" });
  const height = () => form.evaluate((element) => element.getBoundingClientRect().height);
  const before = await height();
  await page.getByLabel("Resolution criteria").focus();
  await page.getByLabel("Information cutoff: date and time").focus();
  await expect(form.getByText("Enter the resolution criteria.")).toBeVisible();
  await expect(form.getByText("Describe this option.")).toHaveCount(0);
  await expect(form.getByText("Enter a date and time.")).toHaveCount(0);
  expect(await height()).toBe(before);
  await submit.click();
  await expect(question(page)).toBeFocused();
  await expect(form.getByText("Enter a question.")).toBeVisible();
  await expect(form.getByText("Describe this option.")).toHaveCount(2);
  await expect(page.getByText("5 entries to fix")).toBeVisible();
  await question(page).fill("Will it rain?");
  await expect(form.getByText("Enter a question.")).toHaveCount(0);
  const unreviewed = JSON.parse(readFileSync("examples/binary.json", "utf8"));
  unreviewed.task.instructions = `Will it rain (${randomUUID()})?`;
  await json(page).fill(JSON.stringify(unreviewed));
  await expect(page.getByText("Ready to submit")).toBeVisible();
});

test("a request is not shown as ready while it is checked, or with findings to fix", async ({ session }) => {
  const page = await session("researcher");
  await openDraft(page);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/submissions\.validate/, async (route) => {
    await held;
    await route.continue();
  });
  const leaking = JSON.parse(readFileSync("examples/binary.json", "utf8"));
  leaking.task.instructions = `Will it rain (${randomUUID()})?`;
  leaking.input.context.push({ type: "text", text: "It opened on 5 October 2026.", observed_at: leaking.input.as_of });
  const checked = page.waitForRequest(/submissions\.validate/);
  await json(page).fill(JSON.stringify(leaking));
  await checked;
  await expect(page.getByText("Checking…")).toBeVisible();
  await expect(page.getByText("Ready to submit")).toHaveCount(0);
  release();
  await expect(page.getByText("Valid, 1 finding to fix")).toBeVisible();
  await expect(page.getByText("Ready to submit")).toHaveCount(0);
  await page.getByLabel("Text, observation 8").fill("The track is complete.");
  await expect(page.getByText("Checking…")).toBeVisible();
  await expect(page.getByText("Ready to submit")).toBeVisible();
});

test("a partition and the rows of a series are filled in from the options and from the row above", async ({
  session,
}) => {
  const page = await session("researcher");
  await openDraft(page);
  for (const [index, text] of ["below 100 ships", "100 to 149 ships", "150 or more"].entries()) {
    if (index === 2) await page.getByRole("button", { name: "Add option" }).click();
    await page.getByLabel(`Description of option ${index + 1}`).fill(text);
  }
  await page.getByRole("button", { name: "+ Measurement" }).click();
  await page.getByLabel("Series, observation 1").fill("Ships in port");
  await page.getByLabel("Unit (optional), observation 1").fill("ships");
  await page.getByLabel("Observed, observation 1").fill("2026-03-01");
  await page.getByLabel("Value, observation 1").fill("120");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Observed, observation 2")).toBeFocused();
  await page.getByRole("button", { name: "+ Partition" }).click();
  await expect
    .poll(async () => JSON.parse(await json(page).inputValue()).input.context.map(({ data }: { data: object }) => data))
    .toEqual([
      { kind: "measurement", series: "Ships in port", value: 120, unit: "ships" },
      { kind: "measurement", series: "Ships in port", unit: "ships" },
      {
        kind: "partition",
        series: "Ships in port",
        intervals: {
          "below-100-ships": { below: 100 },
          "100-to-149-ships": { at_least: 100, below: 150 },
          "150-or-more": { at_least: 150 },
        },
      },
    ]);
  await page.getByRole("button", { name: "Validate" }).click();
  await page.getByRole("button", { name: "Observation 3, date" }).click();
  await expect(page.getByLabel("Observed at: date and time")).toBeFocused();
});

test("a forecast is brought up to date with one new value in at most 8 keys", async ({ session }) => {
  const page = await session("researcher");
  const request = freshRequest();
  const { requestId } = await forecastUndecided(page, await session("reviewer"), request);
  await page.goto(`/compose/new?again=${requestId}`);
  await page.waitForURL(/\/compose\/[0-9a-f-]{36}/);
  const { press, type, done } = counted(page);
  const cell = page.locator("[data-column]:focus");
  await expect(cell).toHaveValue("");
  const before = JSON.parse(await json(page).inputValue()).input;
  expect(Date.parse(before.as_of)).toBeGreaterThan(Date.parse(request.input.as_of));
  await type("64");
  await press("Tab");
  await expect
    .poll(async () => JSON.parse(await json(page).inputValue()).input.context.length)
    .toBe(before.context.length + 1);
  await press("Control+Enter");
  await expect(page).toHaveURL(/\/submissions\/[0-9a-f-]{36}/);
  expect(done.keys + "64".length).toBeLessThanOrEqual(8);
});

test("a request with 4 options and 5 observations takes at most 7 clicks and 25 control keys, without layout shifts", async ({
  session,
}) => {
  const page = await session("researcher");
  await page.goto("/compose");
  const { click, press, type, done } = counted(page);
  await click(page.getByRole("link", { name: "New request" }));
  await page.waitForURL(/\/compose\/[0-9a-f-]{36}/);
  await expect(question(page)).toBeFocused();
  const shift = await watchShifts(page);
  await type(`Which river will flood first in spring 2027 (${randomUUID()})?`);
  await press("Tab");
  const options = ["The Northern river", "The Southern river", "Both on the same day", "None of them in time"];
  for (const [index, option] of options.entries()) {
    if (index > 0) await press("Enter");
    await type(option);
  }
  await click(page.getByLabel("Resolution criteria"));
  await type("The first warning of level 3 in the national flood register.");
  await press("Tab");
  await type("01.06.2027 0:00 +02:00");
  await expect(page.getByText("Tuesday 1 June 2027, 00:00 UTC+02:00")).toBeVisible();
  await click(page.getByRole("button", { name: "+ Forecast" }));
  const forecasts = [
    ["Hydrological service", "18.11.2026 12:00", "20", "30", "5"],
    ["Forecasting crowd", "2026-11-19", "30", "20", "10"],
    ["Forecasting crowd", "19 November 2026 20:00", "30", "20.5", "10"],
  ];
  for (const [index, [source = "", ...rest]] of forecasts.entries()) {
    if (index > 0) await press("Enter");
    await type(source);
    for (const cell of rest) {
      await press("Tab");
      await type(cell);
    }
  }
  for (const text of [
    "The snow cover is a third above its mean.",
    "On 2 March 2027 the Northern river was flooded, the almanac said.",
  ]) {
    await click(page.getByRole("button", { name: "+ Text" }));
    await type("2026-11-19");
    await press("Tab");
    await type(text);
  }
  await expect(page.getByLabel("None of them in time, observation 3")).toHaveValue("39.5");
  await expect(page.getByText("Valid, 1 finding to fix")).toBeVisible();
  const request = JSON.parse(await json(page).inputValue());
  expect(request.task.resolution.resolves_at).toBe("2027-06-01T00:00:00+02:00");
  expect(request.input.context).toHaveLength(5);
  expect(request.input.context[2].data.probabilities["none-of-them-in-time"]).toBe(0.395);
  await expect(page.getByRole("region", { name: "Findings" }).getByRole("listitem").first()).toBeVisible();
  expect(await shift()).toBeLessThan(0.02);
  await press("Control+Enter");
  await expect(page).toHaveURL(/\/submissions\/[0-9a-f-]{36}/);
  await expect(page.getByText("in review").first()).toBeVisible();
  test.info().annotations.push({ type: "effort", description: JSON.stringify(done) });
  expect(done.clicks).toBeLessThanOrEqual(7);
  expect(done.keys).toBeLessThanOrEqual(25);
});

test("spreadsheet cells can be pasted, and rows can be moved by keyboard and by dragging", { tag: "@quick" }, async ({
  session,
}) => {
  const page = await session("researcher");
  await openDraft(page);
  await page.getByLabel("Description of option 1").fill("Yes");
  await page.getByLabel("Description of option 2").fill("No");
  await page.getByRole("button", { name: "+ Forecast" }).click();
  await page.getByLabel("Source, observation 1").evaluate((cell) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", "Market\t2026-07-01\t25 %\t75 %\nCrowd\t02.07.2026\t0.3\t0.7\n");
    cell.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  });
  const sources = async () =>
    JSON.parse(await json(page).inputValue()).input.context.map((one: { data: { source: string } }) => one.data.source);
  await expect.poll(sources).toEqual(["Market", "Crowd"]);
  await expect(page.getByLabel("Yes, observation 2")).toHaveValue("30");
  await page.getByRole("button", { name: "Move observation 2", exact: true }).press("ArrowUp");
  await expect.poll(sources).toEqual(["Crowd", "Market"]);
  await expect(page.getByRole("button", { name: "Move observation 1", exact: true })).toBeFocused();
  await page
    .getByRole("button", { name: "Move option 1", exact: true })
    .dragTo(page.getByLabel("Description of option 2"));
  await expect(page.getByLabel("Description of option 1")).toHaveValue("No");
  await expect(page.getByLabel("No, observation 1")).toHaveValue("70");
});

test("the last percentage is filled, unless the writer goes on to type it", async ({ session }) => {
  const page = await session("researcher");
  await openDraft(page);
  await page.getByRole("button", { name: "+ Forecast" }).click();
  const [first, last] = [1, 2].map((option) => page.getByLabel(`Option ${option}, observation 1`));
  await first?.click();
  await page.keyboard.type("30");
  await last?.click();
  await page.keyboard.type("65");
  await expect(page.getByText("The percentages add up to 95 %.")).toBeVisible();
  await last?.fill("");
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Option 2, observation 1")).toHaveValue("70");
});

test("fractions typed as percentages are converted on request, and fill no other cell before", async ({ session }) => {
  const page = await session("researcher");
  await page.goto("/compose/new");
  for (let count = 2; count < 4; count++) await page.getByRole("button", { name: "Add option" }).click();
  await page.getByRole("button", { name: "+ Forecast" }).click();
  const cell = (option: string) => page.getByLabel(`${option}, observation 1`, { exact: true });
  await cell("Option 1").fill("0,44");
  await cell("Option 2").fill("0.20");
  await cell("Option 3").fill("0.21");
  await cell("Option 3").press("Tab");
  await expect(cell("Option 4")).toHaveValue("");
  await page.getByRole("button", { name: "Change to 44, 20, 21 %" }).click();
  for (const [index, value] of ["44", "20", "21", "15"].entries())
    await expect(cell(`Option ${index + 1}`)).toHaveValue(value);
  await expect(page.getByRole("button", { name: /^Change to/ })).toHaveCount(0);
});

test("a removed option or observation can be restored", async ({ session }) => {
  const page = await session("researcher");
  await openDraft(page);
  await page.getByLabel("Description of option 1").fill("Yes");
  await page.getByLabel("Description of option 2").fill("No");
  await page.getByRole("button", { name: "Add option" }).click();
  await page.getByLabel("Description of option 3").fill("Void");
  await page.getByRole("button", { name: "+ Forecast" }).click();
  await page.getByLabel("Source, observation 1").fill("Market");
  await page.getByLabel("No, observation 1").fill("30");
  await page.getByRole("button", { name: "Remove option 2" }).click();
  await expect(page.getByLabel("No, observation 1")).toHaveCount(0);
  await expect(page.getByText("Option 2 was removed.")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByLabel("Description of option 2")).toBeFocused();
  await expect(page.getByLabel("Description of option 2")).toHaveValue("No");
  await expect(page.getByLabel("No, observation 1")).toHaveValue("30");
  await page.getByRole("button", { name: "Remove observation 1" }).click();
  await expect(page.getByText("Observation 1 was removed.")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.locator("#observation-0 :focus")).toBeVisible();
  await expect(page.getByLabel("Source, observation 1")).toHaveValue("Market");
  await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(0);
  // An option added in the meantime does not take over the values of the removed option.
  await page.getByLabel("Void, observation 1").fill("20");
  await page.getByRole("button", { name: "Remove option 3" }).click();
  await page.getByRole("button", { name: "Add option" }).click();
  await page.getByLabel("Description of option 3").fill("Later");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByLabel("Description of option 3")).toHaveValue("Void");
  await expect(page.getByLabel("Description of option 4")).toHaveValue("Later");
  await expect(page.getByLabel("Later, observation 1")).toHaveValue("");
});

test("the actions of an observation are in view at every width", async ({ session }) => {
  const page = await session("researcher");
  await openDraft(page);
  for (let count = 2; count < 4; count++) await page.getByRole("button", { name: "Add option" }).click();
  await page.getByRole("button", { name: "+ Forecast" }).click();
  for (const width of [390, 768, 1024, 1280, 1440, 1680, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    const remove = page.getByRole("button", { name: "Remove observation 1" });
    // Scrolls the page to the row, but not the table to its end.
    await page.getByLabel("Source, observation 1").scrollIntoViewIfNeeded();
    await expect(remove, `at ${width} pixels`).toBeInViewport({ ratio: 0.99 });
  }
  const table = page.getByRole("region", { name: "Forecast observations" });
  expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});

test("a request can be composed with the keyboard only", async ({ session }) => {
  const page = await session("researcher");
  await page.goto("/compose");
  await tabTo(page, "New request");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/compose\/[0-9a-f-]{36}/);
  await expect(question(page)).toBeFocused();
  await page.keyboard.type("Will the bridge open by the first of May?");
  const write = async (label: string, text: string) => {
    await tabTo(page, label);
    await page.keyboard.type(text);
  };
  await write("Description of option 1", "Yes");
  await write("Description of option 2", "No");
  await write("Resolution criteria", "The notice in the city's gazette.");
  await write("Information cutoff: date and time", "2026-03-01 12:00");
  await write("Resolution date: date and time", "2026-05-01 00:00");
  await tabTo(page, "+ Counts");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Reference class, observation 1")).toBeFocused();
  await page.keyboard.type("Openings of bridges in this city since 1950");
  await write("Observed, observation 1", "2026-02-01 12:00");
  await write("Yes, observation 1", "7");
  await write("No, observation 1", "12");
  await tabTo(page, "Submit for review");
  await expect(page.getByText("Ready to submit")).toBeVisible();
});

test("the focused element is never hidden behind the header", async ({ session }) => {
  const page = await session("researcher");
  await openDraft(page);
  for (const viewport of [
    { width: 1280, height: 500 },
    { width: 390, height: 640 },
  ]) {
    await page.setViewportSize(viewport);
    await question(page).focus();
    for (const key of ["Tab", "Shift+Tab"]) {
      for (let presses = 0; presses < 24; presses++) {
        await page.keyboard.press(key);
        // Polls, because a slow browser scrolls slightly after it moves the focus.
        await expect
          .poll(() => page.evaluate(nameIfHidden), { message: `${key} at ${viewport.width}` })
          .toBeUndefined();
      }
    }
  }
});

/** Runs in the browser. Returns the name of the focused element if another element covers it completely. */
function nameIfHidden(): string | undefined {
  const focused = document.activeElement;
  if (focused === null || focused.closest("form") === null) return undefined;
  const { left, right, top, bottom } = focused.getBoundingClientRect();
  const seen = [top + 2, (top + bottom) / 2, bottom - 2].some((y) => {
    const found = document.elementFromPoint((left + right) / 2, y);
    return found !== null && (focused.contains(found) || found.contains(focused));
  });
  return seen ? undefined : (focused.getAttribute("aria-label") ?? focused.outerHTML.slice(0, 80));
}

/** Starts to record layout shifts. The returned function returns the sum of those not caused by user input. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const seen = { total: 0 };
    Object.assign(window, { seenShifts: seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (Reflect.get(entry, "hadRecentInput") === false) seen.total += Number(Reflect.get(entry, "value"));
      }
    }).observe({ type: "layout-shift" });
  });
  return () => page.evaluate(() => Number(Reflect.get(Reflect.get(window, "seenShifts"), "total")));
}

/** Presses Tab until the link, button or field with this name has the focus. */
async function tabTo(page: Page, name: string, key = "Tab"): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press(key);
    const focused = page.locator(":focus");
    if ((await focused.count()) === 0) continue;
    if ((await focused.and(page.getByRole("link", { name, exact: true })).count()) > 0) return;
    if ((await focused.and(page.getByRole("button", { name, exact: true })).count()) > 0) return;
    if ((await focused.and(page.getByLabel(name, { exact: true })).count()) > 0) return;
  }
  throw new Error(`${key} did not reach "${name}"`);
}
