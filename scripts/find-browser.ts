import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { attempt, installPackages } from "./install-packages.ts";

const SYSTEM = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];
/** Debian packages, by preference. The headless shell has no windows and uses a fifth less CPU time. */
const PACKAGES = ["chromium-headless-shell", "chromium"];

/**
 * Returns the path of the browser for the end-to-end tests, or an empty string for Playwright's own. Prefers
 * Playwright's own if it is installed or can be downloaded; otherwise uses the system's, installing it if permitted.
 */
export function findBrowser(): string {
  const own = chromium.executablePath();
  if (existsSync(own)) return "";
  const system = findInSystem();
  if (system !== undefined) return system;
  console.error("Getting a browser …");
  if (attempt("node_modules/.bin/playwright", ["install", "chromium"]) && existsSync(own)) return "";
  for (const name of PACKAGES) {
    installPackages([name]);
    const installed = findInSystem();
    if (installed !== undefined) return installed;
  }
  throw new Error("No browser: install Chromium, or run `npx playwright install chromium`.");
}

function findInSystem(): string | undefined {
  return SYSTEM.map((name) => `/usr/bin/${name}`).find((path) => existsSync(path));
}
