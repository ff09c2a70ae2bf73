import { existsSync } from "node:fs";
import { attempt, installPackages } from "./install-packages.mjs";

const SYSTEM = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];
/** Debian's packages. The first takes a fifth less of the processor, as it has no windows. */
const PACKAGES = ["chromium-headless-shell", "chromium"];

/**
 * The browser for the end-to-end tests: Playwright's own if it is installed or can be downloaded, else the system's,
 * which is installed if permitted. Returns a path, or an empty string for Playwright's own.
 */
export async function findBrowser() {
  // Not at the top: this file is read before the dependencies are installed.
  const { chromium } = await import("@playwright/test");
  if (existsSync(chromium.executablePath())) return "";
  const system = findInSystem();
  if (system !== undefined) return system;
  console.error("Getting a browser …");
  if (attempt("node_modules/.bin/playwright", ["install", "chromium"]) && existsSync(chromium.executablePath()))
    return "";
  for (const name of PACKAGES) {
    installPackages([name]);
    const installed = findInSystem();
    if (installed !== undefined) return installed;
  }
  throw new Error("No browser: install Chromium, or run `npx playwright install chromium`.");
}

function findInSystem() {
  return SYSTEM.map((name) => `/usr/bin/${name}`).find((path) => existsSync(path));
}
