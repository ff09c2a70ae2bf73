import { defineConfig } from "@playwright/test";

const port = 4410;
const executablePath = process.env.BROWSER_PATH;

export default defineConfig({
  testDir: "e2e",
  fullyParallel: false,
  workers: 1,
  forbidOnly: true,
  reporter: [["list"], ["json"]],
  use: {
    baseURL: `http://localhost:${port}`,
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
  webServer: {
    command: "node e2e/start-server.ts",
    url: `http://localhost:${port}/health/ready`,
    env: { PORT: String(port) },
    gracefulShutdown: { signal: "SIGTERM", timeout: 10_000 },
  },
});
