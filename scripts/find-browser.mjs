import { existsSync } from "node:fs";
import { attempt, installPackages } from "./install-packages.mjs";

const SYSTEM = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/**
 * The browser for the end-to-end tests: Playwright's own if it is installed or can be downloaded, else the system's,
 * which is installed if permitted. Returns a path, or an empty string for Playwright's own.
 */
export async function findBrowser() {
  // Not at the top: this file is read before the dependencies are installed.
  const { chromium } = await import("@playwright/test");
  if (existsSync(chromium.executablePath())) return "";
  const system = SYSTEM.find((path) => existsSync(path));
  if (system !== undefined) return system;
  console.error("Getting a browser …");
  if (attempt("node_modules/.bin/playwright", ["install", "chromium"]) && existsSync(chromium.executablePath()))
    return "";
  installPackages(["chromium"]);
  const installed = SYSTEM.find((path) => existsSync(path));
  if (installed === undefined)
    throw new Error("No browser: install Chromium, or run `npx playwright install chromium`.");
  return installed;
}
