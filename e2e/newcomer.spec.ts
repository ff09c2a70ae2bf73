import { expect, type Page } from "@playwright/test";
import { expectNoViolations } from "./axe.ts";
import { test, untilTakenOver } from "./console.ts";

/** Seconds per action of an average typist, from the keystroke-level model (Card, Moran and Newell 1980). */
const SECONDS = { click: 0.4 + 1.1 + 0.2, decide: 1.35, key: 0.28 };
const MAX_SECONDS = 300;

/**
 * Finds elements only by text or placeholders that are visible on the page, as a newcomer does, not by URL, id or
 * accessible name. The exceptions are the checklist and the main figure of the forecast.
 */
test("a newcomer composes, approves and runs a question within five minutes after the first run", async ({
  browser,
  startOwn,
}) => {
  const server = await startOwn();
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const hand = newcomer(page);
  const { researcher, reviewer } = server.firstRun().accounts;
  await page.goto(server.url);

  await test.step("signs in as the researcher", () => hand.signIn(researcher));
  await test.step("composes a question of their own and submits it", async () => {
    await hand.sees("Get your first forecast");
    await expectNoViolations(page, "the first steps");
    await hand.click("Compose a question");
    await hand.write("Question", "Will the north ferry run on New Year’s Day 2027?");
    await hand.writeInto("Option 1", "It runs");
    await hand.writeInto("Option 2", "It does not run");
    await hand.write("Resolution criteria", "The harbour office’s list of departures.");
    await hand.write("Resolution date", "2 January 2027 12:00");
    await hand.click("+ Forecast");
    for (const cell of ["Harbour office", "18 November 2026", "80", "20"]) {
      await hand.type(cell);
      await hand.press("Tab");
    }
    await hand.sees("Ready to submit");
    await hand.click("Submit for review");
    await hand.sees("in review");
  });
  await test.step("signs in as the reviewer and approves the submission", async () => {
    await hand.click("Sign out");
    await hand.signIn(reviewer);
    await hand.click("Will the north ferry run on New Year’s Day 2027?");
    await hand.click("Approve");
    await hand.click("Approve", "last");
    const boxes = await page.getByRole("group", { name: "Checklist" }).getByRole("checkbox").all();
    for (const box of boxes) await hand.tick(box);
    await hand.click("Record decision");
    await hand.sees("Decision recorded: approved");
  });
  await test.step("signs in as the researcher again, runs the request and sees the answer", async () => {
    await hand.click("Sign out");
    await hand.signIn(researcher);
    await hand.click("Will the north ferry run on New Year’s Day 2027?");
    await hand.click("Run");
    await hand.sees("Answer");
    await hand.sees("not independently verified");
    await expect(page.locator(".lead-figure")).toHaveText(/^\d+\.\d %$/);
    await hand.sees("It runs");
  });

  const { clicks, keys, characters } = hand.done;
  const seconds = Math.round(clicks * (SECONDS.click + SECONDS.decide) + (keys + characters) * SECONDS.key);
  const effort = JSON.stringify({ clicks, keys, characters, seconds });
  test.info().annotations.push({ type: "effort", description: effort });
  console.log(`Effort of a newcomer's first forecast: ${effort}`);
  expect(seconds).toBeLessThan(MAX_SECONDS);
});

/** Returns the actions of a user who finds elements by visible text; `done` counts clicks, keys and characters. */
function newcomer(page: Page) {
  const done = { clicks: 0, keys: 0, characters: 0 };
  const words = (text: string) => page.getByText(text, { exact: true }).filter({ visible: true });

  async function click(text: string, which: "first" | "last" = "first"): Promise<void> {
    done.clicks++;
    await words(text)[which]().click();
  }

  async function type(text: string): Promise<void> {
    done.characters += text.length;
    await page.keyboard.type(text);
  }

  /** Types into the field after this label. */
  async function write(label: string, text: string): Promise<void> {
    done.clicks++;
    await words(label).last().locator("xpath=following::*[self::input or self::textarea][1]").click();
    await type(text);
  }

  return {
    done,
    click,
    type,
    write,
    /** Types into the field with this placeholder. */
    async writeInto(example: string, text: string): Promise<void> {
      done.clicks++;
      await page.getByPlaceholder(example, { exact: true }).click();
      await type(text);
    },
    async tick(box: ReturnType<Page["locator"]>): Promise<void> {
      done.clicks++;
      await box.check();
    },
    async press(key: string): Promise<void> {
      done.keys++;
      await page.keyboard.press(key);
    },
    async sees(text: string): Promise<void> {
      await expect(words(text).first()).toBeVisible();
    },
    /** Signs in; pastes the e-mail address and the password, which counts as two keys each. */
    async signIn({ email, password }: { readonly email: string; readonly password: string }): Promise<void> {
      await expect(words("E-mail").first()).toBeVisible();
      await untilTakenOver(page);
      for (const [label, text] of [
        ["E-mail", email],
        ["Password", password],
      ] as const) {
        await write(label, "");
        done.keys += 2;
        await page.keyboard.insertText(text);
      }
      await click("Sign in", "last");
      await expect(words("Your queue")).toBeVisible();
      await untilTakenOver(page);
    },
  };
}
