import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { routes } from "#lib/console/routes.ts";
import { findBrowser } from "./find-browser.ts";
import { withSeededGateway } from "./seeded-gateway.ts";

/**
 * `node scripts/pictures.ts`: takes the pictures of the README in `docs/pictures/`, in light and dark mode, of a gateway with
 * the data of `npm run demo`.
 */
const FOLDER = "docs/pictures";
const WINDOW = { viewport: { width: 1280, height: 1000 }, timezoneId: "UTC" };

mkdirSync(FOLDER, { recursive: true });
await withSeededGateway(async ({ url, firstRun, seeded }) => {
  const executablePath = findBrowser();
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ["--no-sandbox"] });
  const page = await browser.newPage({ ...WINDOW, baseURL: url });
  await page.request.post("/api/auth/sign-in/email", { headers: { origin: url }, data: firstRun.accounts.researcher });
  // A question about a series, because its page has a chart of the measurements.
  const input = encodeURIComponent(JSON.stringify({ text: "wheat", limit: 1 }));
  const listed = await (await page.request.get(`/api/trpc/forecasts.list?input=${input}`)).json();
  const pages = {
    compose: routes.newDraft({ copy: seeded.submissionId }),
    forecast: routes.forecast(listed.result.data.forecasts[0].requestId),
    "track-record": routes.trackRecord(),
  };
  for (const [name, path] of Object.entries(pages)) {
    await page.goto(path, { waitUntil: "networkidle" });
    await page.getByText("Checking…").waitFor({ state: "hidden" });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: join(FOLDER, `${name}-${colorScheme}.png`), animations: "disabled" });
    }
  }
  await browser.close();
});
