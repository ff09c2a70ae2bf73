import { readFileSync } from "node:fs";
import { type BrowserContext, expect, type Page } from "@playwright/test";
import { awaitingStreams, test } from "./console.ts";
import { ownServer } from "./own-server.ts";

const question = (page: Page) => page.getByRole("textbox", { name: "Question" });
// By its role, which what is still hidden in the stream of a page does not have.
const json = (page: Page) => page.getByRole("textbox", { name: "The request as JSON" });
const saved = (page: Page) => expect(page.getByText("Draft saved")).toBeVisible();

/** Opens an empty draft. */
async function openDraft(page: Page): Promise<string> {
  await page.goto("/compose/new");
  await page.waitForURL(/\/compose\/[0-9a-f-]{36}/);
  await expect(page.locator("form[inert]")).toHaveCount(0);
  return page.url();
}

async function secondTab(context: BrowserContext, url: string): Promise<Page> {
  const page = awaitingStreams(await context.newPage());
  await page.goto(url);
  await expect(page.locator("form[inert]")).toHaveCount(0);
  return page;
}

test("a reload in the middle of typing loses nothing", async ({ session }) => {
  const page = await session("researcher");
  await openDraft(page);
  await question(page).pressSequentially("Will it rain on the first day of t");
  await page.reload();
  await expect(question(page)).toHaveValue("Will it rain on the first day of t");
  await question(page).press("End");
  await question(page).pressSequentially("he fair?");
  await page.getByRole("button", { name: "+ Text" }).click();
  await page.getByLabel("Text", { exact: true }).fill("Dry so far.");
  await page.reload();
  await expect(question(page)).toHaveValue("Will it rain on the first day of the fair?");
  await expect(page.getByRole("button", { name: /Text.*Dry so far\./ })).toBeVisible();
  await saved(page);
});

test("of two tabs on one draft neither overwrites the other in silence", async ({ session }) => {
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
  await expect(second.getByText("This draft was changed elsewhere")).toBeVisible();

  await second.getByRole("button", { name: "Keep mine as a new draft" }).click();
  await second.waitForURL((to) => to.href !== url);
  await expect(question(second)).toHaveValue("What the second tab says?");
  await saved(second);
  await first.reload();
  await expect(question(first)).toHaveValue("What the first tab says?");

  await first.goto("/compose");
  await expect(first.getByRole("link", { name: "What the first tab says?" })).toBeVisible();
  await expect(first.getByRole("link", { name: "What the second tab says?" })).toBeVisible();
});

test("the server stops while somebody types: the page says so, keeps the text, and saves it later", async ({
  browser,
}) => {
  const server = ownServer(4412);
  try {
    await server.start();
    const context = await browser.newContext({ baseURL: server.url });
    const account = server.firstRun().accounts.researcher;
    await context.request.post("/api/auth/sign-in/email", { data: account, headers: { origin: server.url } });
    const page = awaitingStreams(await context.newPage());
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
    const other = await secondTab(context, url);
    await expect(question(other)).toHaveValue("Is anybody there? Hello? I go on.");
    await context.close();
  } finally {
    await server.drop();
  }
});

test("the JSON edits the form and the form the JSON", async ({ session }) => {
  const page = await session("researcher");
  await openDraft(page);
  const example = JSON.parse(readFileSync("examples/multiclass.json", "utf8"));
  await json(page).fill(JSON.stringify(example, null, 4));
  await expect(question(page)).toHaveValue(example.task.instructions);
  await expect(page.getByRole("list", { name: "Observations" }).getByRole("listitem")).toHaveCount(
    example.input.context.length,
  );
  // What was typed stays as it was typed.
  await expect(json(page)).toHaveValue(JSON.stringify(example, null, 4));
  await question(page).fill("Another question?");
  await expect.poll(async () => JSON.parse(await json(page).inputValue()).task.instructions).toBe("Another question?");
  expect(JSON.parse(await json(page).inputValue())).toEqual({
    ...example,
    task: { ...example.task, instructions: "Another question?" },
  });
});

test("JSON that the form cannot show is kept, with what is wrong in it", async ({ session }) => {
  const page = await session("researcher");
  await openDraft(page);
  await question(page).fill("What the form says?");
  await json(page).fill('{"model": "service-r13-c", "temperature": 1}');
  await expect(page.getByText("The form cannot show all of the JSON")).toBeVisible();
  await expect(page.getByRole("button", { name: "/temperature" })).toBeVisible();
  await saved(page);
  await page.reload();
  await expect(json(page)).toHaveValue('{"model": "service-r13-c", "temperature": 1}');
  await page.getByRole("button", { name: "go back to the form as it was" }).click();
  await expect(question(page)).toHaveValue("What the form says?");
});

test("an example that is reviewed shows that the API would answer, and runs", async ({ session }) => {
  const page = await session("researcher");
  await openDraft(page);
  await expect(page.getByRole("button", { name: "Run", exact: true })).toHaveCount(0);
  await json(page).fill(readFileSync("examples/counts.json", "utf8"));
  await expect(page.getByText("The question and its evidence are approved")).toBeVisible();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page).toHaveURL(/\/forecasts\//);
  await expect(page.getByText("not independently verified").first()).toBeVisible();
});

test("observations come in bulk from CSV, each with its own date", async ({ session }) => {
  const page = await session("researcher");
  await openDraft(page);
  await page.getByLabel("Description of option 1").fill("Yes");
  await page.getByLabel("Description of option 2").fill("No");
  await page.getByRole("button", { name: "Import CSV or JSON…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog
    .getByLabel("Or paste it, or drop a file here")
    .fill('observed_at,source,yes,no\n2026-07-01T00:00:00Z,"Market, large",0.25,0.75\n2026-07-02,Crowd,0.3,0.7\n');
  await dialog.getByLabel("Dates without an offset are in").selectOption("+02:00");
  await dialog.getByRole("button", { name: "Add 2 observations" }).click();
  await expect(page.getByRole("button", { name: /Forecast.*Market, large/ })).toBeVisible();
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
        observed_at: "2026-07-02T00:00:00+02:00",
      },
    ]);
});

test("a violation leads to its field, of a folded observation too", async ({ session }) => {
  const page = await session("researcher");
  await openDraft(page);
  const example = JSON.parse(readFileSync("examples/binary.json", "utf8"));
  example.input.context[0].observed_at = "2999-01-01T00:00:00Z";
  await json(page).fill(JSON.stringify(example));
  await page.getByRole("button", { name: "/input/context/0/observed_at" }).click();
  await expect(page.getByLabel("Observed at: day and time")).toBeFocused();
  await expect(page.locator("form").getByText("FUTURE_INPUT")).toBeVisible();
});

test("a field says what is wrong once it was left, and every field once Submit was pressed", async ({ session }) => {
  const page = await session("researcher");
  await openDraft(page);
  const form = page.getByRole("form", { name: "The request as a form" });
  await expect(page.getByText(/\d+ violations/)).toBeVisible();
  await expect(form.locator("[aria-invalid=true]")).toHaveCount(0);
  const submit = page.getByRole("button", { name: "Submit for review" });
  const height = () => form.evaluate((element) => element.getBoundingClientRect().height);
  const before = await height();
  await page.getByLabel("Resolution criteria").focus();
  await question(page).focus();
  await expect(form.getByText("Enter the resolution criteria.")).toBeVisible();
  await expect(form.getByText("Enter a question.")).toHaveCount(0);
  expect(await height()).toBe(before);
  await submit.click();
  await expect(question(page)).toBeFocused();
  await expect(form.getByText("Enter a question.")).toBeVisible();
  await expect(form.getByText("Describe this option.")).toHaveCount(2);
  await question(page).fill("Will it rain?");
  await expect(form.getByText("Enter a question.")).toHaveCount(0);
});

test("what is wrong in an observation stays in sight when it is collapsed", async ({ session }) => {
  const page = await session("researcher");
  await openDraft(page);
  await page.getByRole("button", { name: "+ Text" }).click();
  const row = page.getByRole("list", { name: "Observations" }).getByRole("listitem");
  await expect(row.getByText("Enter a date and time.")).toHaveCount(0);
  await row.getByRole("button", { name: /Text.*no date/ }).click();
  await expect(row.getByText("Enter a date and time.")).toBeVisible();
  await page.getByText(/\d+ violations/).click();
  await page.getByRole("button", { name: "/input/context/0/observed_at" }).click();
  await expect(page.getByLabel("Observed at: day and time")).toBeFocused();
});

test("is composed and submitted by the keyboard alone", async ({ session }) => {
  const page = await session("researcher");
  await page.goto("/compose", { waitUntil: "networkidle" });
  await tabTo(page, "New request");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/compose\/[0-9a-f-]{36}/);
  await expect(page.locator("form[inert]")).toHaveCount(0);
  const write = async (label: string, text: string) => {
    await tabTo(page, label);
    await page.keyboard.type(text);
  };
  await write("Question", "Will the bridge open by the first of May?");
  await write("Description of option 1", "Yes");
  await write("Description of option 2", "No");
  await write("Resolution criteria", "The notice in the city's gazette.");
  await write("Information cutoff: day and time", "2026-03-01 12:00");
  await write("Resolution date: day and time", "2026-05-01 00:00");
  await tabTo(page, "+ Counts");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Observed at: day and time")).toBeFocused();
  await page.keyboard.type("2026-02-01 12:00");
  await write("Reference class", "Openings of bridges in this city since 1950");
  await write("yes", "7");
  await write("no", "12");
  await tabTo(page, "Validate");
  await page.keyboard.press("Enter");
  await expect(page.getByText("TASK_NOT_SUPPORTED").first()).toBeVisible();
  await tabTo(page, "Submit for review", "Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/submissions\/[0-9a-f-]{36}/);
  await expect(page.getByText("in review").first()).toBeVisible();
});

/** Goes from where the focus is to the control of this name, as one does without a pointer. */
async function tabTo(page: Page, name: string, key = "Tab"): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press(key);
    const focused = page.locator(":focus");
    if ((await focused.count()) === 0) continue;
    if ((await focused.and(page.getByRole("link", { name, exact: true })).count()) > 0) return;
    if ((await focused.and(page.getByRole("button", { name, exact: true })).count()) > 0) return;
    if ((await focused.and(page.getByLabel(name, { exact: true })).count()) > 0) return;
  }
  throw new Error(`${key} never came to "${name}"`);
}
