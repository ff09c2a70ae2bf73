import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { ROLES, type Role } from "#lib/domain/members.ts";
import type { FirstRun } from "#server/process/seed-first-run.ts";
import { everyPage, type Seeded } from "#test/pages.ts";
import { findBrowser } from "./find-browser.ts";
import { SCENES, type Scene } from "./scenes.ts";
import { withSeededGateway } from "./seeded-gateway.ts";

/**
 * `node scripts/screenshots.ts FOLDER PREFIX`: takes screenshots of every page of the console and of SCENES, in light and
 * dark mode, at widths of 1440, 768 and 390 pixels. FOLDER defaults to `screenshots`. With PREFIX, only takes scenes
 * whose names begin with it. Builds the gateway if needed and seeds its own data.
 */
const [folder = "screenshots", only = ""] = process.argv.slice(2);
const WIDTHS = [1440, 768, 390];

mkdirSync(folder, { recursive: true });
let pictures = 0;
/** Number of scenes that did not open plus number of pages wider than the screen. */
let failures = 0;
await withSeededGateway(async ({ url, firstRun, seeded }) => {
  const scenes = [...pagesAsScenes(seeded), ...SCENES].filter(({ name }) => name.startsWith(only));
  const executablePath = findBrowser();
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ["--no-sandbox"] });
  for (const role of ["nobody", ...ROLES] as const) {
    const own = scenes.filter((scene) => scene.role === role);
    if (own.length > 0) await photograph(browser, url, firstRun, role, own);
  }
  await browser.close();
});
console.log(`${pictures} screenshots in ${folder}${failures > 0 ? `, ${failures} failures` : ""}`);

if (failures > 0) process.exitCode = 1;

function pagesAsScenes(seeded: Seeded): Scene[] {
  return everyPage(seeded).map(({ route, address, role }) => ({
    name: route === "/" ? "overview" : route.slice(1).replaceAll("/", "-").replace(/[[\]]/g, ""),
    role,
    async open(page) {
      await page.goto(address, { waitUntil: "networkidle" });
    },
  }));
}

async function photograph(
  browser: Browser,
  url: string,
  firstRun: FirstRun,
  role: Scene["role"],
  scenes: readonly Scene[],
) {
  const context = await browser.newContext({ baseURL: url, timezoneId: "Pacific/Chatham" });
  const page = await context.newPage();
  if (role !== "nobody") await signIn(page, url, firstRun.accounts[role]);
  for (const { name, open } of scenes) {
    const isOpen = await open(page).then(
      () => true,
      (error) => {
        failures++;
        console.error(`${name}: ${error}`);
        return false;
      },
    );
    if (!isOpen) continue;
    for (const colorScheme of ["light", "dark"] as const) {
      for (const width of WIDTHS) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        await comeToRest(page, `${name} at ${width}`);
        await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: true });
        pictures++;
      }
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  }
  await context.close();
}

async function signIn(page: Page, url: string, account: FirstRun["accounts"][Role]): Promise<void> {
  const response = await page.request.post("/api/auth/sign-in/email", { headers: { origin: url }, data: account });
  if (!response.ok()) throw new Error(`sign-in failed with status ${response.status()}`);
}

/** Waits until the layout has settled after a change of width, then counts horizontal overflow as a failure. */
async function comeToRest(page: Page, what: string): Promise<void> {
  await page.waitForTimeout(250);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  if (overflow <= 0) return;
  failures++;
  console.error(`${what}: the page is ${overflow} px wider than the screen`);
}
