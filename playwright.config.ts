import { defineConfig } from "@playwright/test";

const executablePath = process.env.BROWSER_PATH;

export default defineConfig({
  testDir: "e2e",
  fullyParallel: false,
  // Each worker starts its own gateway (e2e/console.ts).
  workers: 2,
  forbidOnly: true,
  reporter: "list",
  // Long timeouts, so that only hanging tests fail, even on a machine many times slower than usual.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  use: {
    timezoneId: "Pacific/Chatham",
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
