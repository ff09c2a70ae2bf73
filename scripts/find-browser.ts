import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { attempt, installPackages } from "./install-packages.ts";

const SYSTEM = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];
/** Debian packages in order of preference: the headless shell uses 20 % less CPU time. */
const PACKAGES = ["chromium-headless-shell", "chromium"];

/**
 * Returns the path of the browser for the end-to-end tests, or an empty string for Playwright's own browser. Looks for
 * Playwright's browser, then for Chromium in the system; if neither is installed, downloads one of them.
 */
export function findBrowser(): string {
  const own = chromium.executablePath();
  if (existsSync(own)) return "";
  const system = findInSystem();
  if (system !== undefined) return system;
  console.error("Downloading a browser …");
  if (attempt("node_modules/.bin/playwright", ["install", "chromium"]) && existsSync(own)) return "";
  for (const name of PACKAGES) {
    installPackages([name]);
    const installed = findInSystem();
    if (installed !== undefined) return installed;
  }
  throw new Error("No browser found. Install Chromium, or run `npx playwright install chromium`.");
}

function findInSystem(): string | undefined {
  return SYSTEM.map((name) => `/usr/bin/${name}`).find((path) => existsSync(path));
}
