import { defineConfig } from "@playwright/test";

const executablePath = process.env.BROWSER_PATH;

export default defineConfig({
  testDir: "e2e",
  fullyParallel: false,
  // Each worker has its own gateway (e2e/console.ts).
  workers: 2,
  forbidOnly: true,
  reporter: "list",
  // Timeouts only end hanging tests. They are long enough for a machine many times slower than usual.
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
