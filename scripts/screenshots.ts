import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium } from "@playwright/test";
import type { FirstRun } from "#server/members/first-start.ts";
import { findBrowser } from "./find-browser.mjs";

/**
 * Pictures of every page: light and dark, 1440 and 390 pixels wide, into a folder (the first argument). Runs the built
 * gateway on an empty data folder and gives it some traffic.
 */
const folder = process.argv[2] ?? "screenshots";
const only = process.argv[3];
const PORT = 4420;
const URL_OF = `http://localhost:${PORT}`;

const PAGES = [
  "overview /",
  "forecasts /forecasts",
  "records /records",
  "records-all /records?show=everything",
  "credentials /settings/credentials",
  "system /settings/system",
  "docs /docs",
  "empty /forecasts?from=2040-01-01",
  "missing /nowhere",
];

mkdirSync(folder, { recursive: true });
const dataDir = mkdtempSync(join(tmpdir(), "gateway-screenshots-"));
const environment = { ...process.env, DATA_DIR: dataDir, PORT: String(PORT), LOG_LEVEL: "error" };
const server = spawn(process.execPath, ["server/main.ts"], {
  env: environment,
  stdio: ["ignore", "ignore", "inherit"],
});
try {
  await untilReady();
  const firstRun: FirstRun = JSON.parse(readFileSync(join(dataDir, "first-run.json"), "utf8"));
  const requestId = await makeTraffic(firstRun.api_key);
  const executablePath = await findBrowser();
  const browser = await chromium.launch({
    ...(executablePath === "" ? {} : { executablePath }),
    args: ["--no-sandbox"],
  });
  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of [1440, 390]) await photograph(browser, firstRun, requestId, colorScheme, width);
  }
  await browser.close();
} finally {
  server.kill();
}

async function untilReady(): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const response = await fetch(`${URL_OF}/health/ready`).catch(() => undefined);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error("the gateway did not start");
}

/** Answers and refusals of several kinds; the id of one forecast. */
async function makeTraffic(key: string): Promise<string> {
  const examples = ["binary", "counts", "multiclass"].map((name) => readFileSync(`examples/${name}.json`, "utf8"));
  let last = "";
  for (let round = 0; round < 6; round++) {
    for (const body of [...examples, "{", "{}", examples[0]?.replace("Larkfield", "Otherfield") ?? ""]) {
      const response = await fetch(`${URL_OF}/v1/predict`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}` },
        body,
      });
      if (response.ok) last = response.headers.get("x-request-id") ?? last;
      await response.text();
    }
  }
  return last;
}

async function photograph(
  browser: Browser,
  { accounts }: FirstRun,
  requestId: string,
  colorScheme: "light" | "dark",
  width: number,
): Promise<void> {
  const context = await browser.newContext({ baseURL: URL_OF, colorScheme, viewport: { width, height: 900 } });
  const page = await context.newPage();
  const shoot = async (name: string) => {
    if (only !== undefined && !name.startsWith(only)) return;
    await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: true });
  };
  await page.goto("/sign-in?to=/forecasts");
  await shoot("sign-in");
  await page.getByLabel("E-mail").fill(accounts.admin.email);
  await page.getByRole("textbox", { name: "Password" }).fill("not the password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("password is wrong").waitFor();
  await shoot("sign-in-wrong");
  await page.getByRole("textbox", { name: "Password" }).fill(accounts.admin.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(({ pathname }) => pathname === "/forecasts");
  for (const entry of [...PAGES, `forecast /forecasts/${requestId}`]) {
    const [name = "", path = ""] = entry.split(" ");
    if (only !== undefined && !name.startsWith(only)) continue;
    await page.goto(path, { waitUntil: "networkidle" });
    await shoot(name);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (overflow > 0) console.error(`${name} at ${width}: ${overflow} px too wide`);
  }
  await page.goto("/records", { waitUntil: "networkidle" });
  await page.getByRole("button", { name: "Verify the chain" }).click();
  await page.getByText("The chain is whole").waitFor();
  await shoot("verified");
  await page.goto("/", { waitUntil: "networkidle" });
  await page.getByRole("button", { name: "Go to" }).click();
  await page.getByRole("textbox", { name: "Go to" }).waitFor();
  await page.waitForTimeout(400);
  await shoot("palette");
  await page.goto("/settings/credentials", { waitUntil: "networkidle" });
  await page.getByRole("button", { name: "Issue a credential" }).click();
  await page.getByLabel("Name").fill("a backend");
  await shoot("issue");
  await page.getByRole("button", { name: "Issue", exact: true }).click();
  await page.getByText("shown this once").waitFor();
  await shoot("new-key");
  await context.close();
}
