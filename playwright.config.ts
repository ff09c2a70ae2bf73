import { defineConfig } from "@playwright/test";

const executablePath = process.env.BROWSER_PATH;

export default defineConfig({
  testDir: "e2e",
  fullyParallel: false,
  // Each has a gateway of its own (e2e/console.ts).
  workers: 2,
  forbidOnly: true,
  reporter: "list",
  // They end a test that hangs. A machine that is many times slower than usual is not to meet them.
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
