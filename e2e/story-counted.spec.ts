import { type Browser, expect } from "@playwright/test";
import type { Role } from "#lib/domain/members.ts";
import { awaitingReact, test, untilTakenOver } from "./console.ts";
import { counted } from "./counted.ts";
import type { OwnServer } from "./own-server.ts";

const MAX_KEYS = 20;
const MAX_CLICKS = 10;
const QUESTION = "Which river will flood first in spring 2027?";
const OPTIONS = ["The Northern river", "The Southern river", "Both on the same day", "None of them in time"];
const OBSERVATIONS = `source,observed_at,the-northern-river,the-southern-river,both-on-the-same-day,none-of-them-in-time
Hydrological service,2026-11-12T12:00:00Z,0.20,0.30,0.05,0.45
Hydrological service,2026-11-18T12:00:00Z,0.25,0.30,0.05,0.40
Forecasting crowd,2026-11-14T12:00:00Z,0.30,0.20,0.10,0.40
Forecasting crowd,2026-11-17T12:00:00Z,0.30,0.25,0.10,0.35
Panel of experts,2026-11-16T12:00:00Z,0.35,0.20,0.10,0.35
`;

for (const [device, viewport] of Object.entries({
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
})) {
  test(`a question takes at most ${MAX_KEYS} keys and ${MAX_CLICKS} clicks from the sign-in page to its score, on a ${device}`, async ({
    browser,
    startOwn,
  }) => {
    const server = await startOwn();
    const researcher = await person(browser, server, viewport);
    const reviewer = await person(browser, server, viewport);
    await researcher.signIn("researcher");
    await researcher.click(researcher.page.getByRole("link", { name: "Compose a question" }));
    await compose(researcher);

    await reviewer.signIn("reviewer");
    await reviewer.click(reviewer.page.getByRole("link", { name: QUESTION }).first());
    await expect(reviewer.page.getByRole("heading", { name: "Your verdicts" })).toBeVisible();
    await reviewer.press("1", "2", "3", "4", "Control+Enter");
    await expect(reviewer.page.getByText("Decision recorded: approved")).toBeVisible();

    await expect(researcher.page.getByRole("button", { name: "Run", exact: true })).toBeVisible();
    await researcher.click(researcher.page.getByRole("button", { name: "Run", exact: true }));
    await expect(researcher.page.getByText("not independently verified").first()).toBeVisible();
    const ranAt = Date.now();
    await researcher.click(researcher.page.getByRole("link", { name: "Question", exact: true }));
    // The field has whole seconds, so the outcome is decided at least one second after the forecast.
    await expect.poll(() => Date.now() - ranAt).toBeGreaterThan(1_000);
    await recordOutcome(researcher);

    await confirmOutcome(reviewer);
    const keys = researcher.done.keys + reviewer.done.keys;
    const clicks = researcher.done.clicks + reviewer.done.clicks;
    console.log(`Effort from the sign-in page to the score, on a ${device}: ${keys} keys, ${clicks} clicks`);
    expect(keys).toBeLessThanOrEqual(MAX_KEYS);
    expect(clicks).toBeLessThanOrEqual(MAX_CLICKS);
  });
}

type Person = Awaited<ReturnType<typeof person>>;

async function person(browser: Browser, { url, firstRun }: OwnServer, viewport: { width: number; height: number }) {
  const page = awaitingReact(await (await browser.newContext({ baseURL: url, viewport })).newPage());
  const hand = counted(page);
  return {
    page,
    ...hand,
    async signIn(role: Role): Promise<void> {
      const { email, password } = firstRun().accounts[role];
      await page.goto("/");
      await expect(page.getByRole("textbox", { name: "E-mail" })).toBeFocused();
      await hand.type(email);
      await hand.press("Tab");
      await hand.type(password);
      await hand.press("Enter");
      await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
      await untilTakenOver(page);
    },
  };
}

async function compose({ page, click, press, type }: Person): Promise<void> {
  await expect(page.getByRole("textbox", { name: "Question" })).toBeFocused();
  await type(QUESTION);
  await press("Tab");
  for (const [index, option] of OPTIONS.entries()) {
    if (index > 0) await press("Enter");
    await type(option);
  }
  await click(page.getByLabel("Resolution criteria"));
  await type("The first warning of level 3 in the national flood register.");
  await press("Tab");
  await expect(page.getByLabel("Resolution date: date and time")).toBeFocused();
  await type("1 June 2027 12:00");
  await click(page.getByRole("button", { name: "Import observations…" }));
  await expect(page.getByLabel("Or paste the text or drop a file here")).toBeFocused();
  await page.keyboard.insertText(OBSERVATIONS);
  await expect(page.getByRole("button", { name: "Add 5 observations" })).toBeEnabled();
  await press("Control+Enter");
  await expect(page.getByLabel("Source, observation 1")).toBeFocused();
  await expect(page.getByText("Ready to submit")).toBeVisible();
  await press("Control+Enter");
  await expect(page).toHaveURL(/\/submissions\/[0-9a-f-]{36}/);
}

async function recordOutcome({ page, click, press, type }: Person): Promise<void> {
  await click(page.getByRole("button", { name: "Record outcome" }));
  await expect(page.getByRole("combobox", { name: "Outcome" })).toBeFocused();
  await type("the-nor");
  await press("Tab");
  await type("The national flood register, entry 1.");
  await press("Enter");
  await expect(page.getByRole("dialog")).toBeHidden();
}

async function confirmOutcome({ page, click, press }: Person): Promise<void> {
  await click(page.getByRole("link", { name: "Forecasting gateway" }));
  await click(page.getByRole("region", { name: "1 outcome to confirm" }).getByRole("link", { name: QUESTION }));
  await click(page.getByRole("button", { name: "Confirm outcome" }));
  await expect(page.getByRole("button", { name: "Cancel" })).toBeFocused();
  await press("Tab", "Enter");
  await expect(page.getByText("1 forecast scored: Brier score")).toBeVisible();
}
