import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";

const port = Number(process.env.E2E_PORT ?? 4410);
// Inherited by the workers, which read there who can sign in.
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), "gateway-e2e-"));
const executablePath = process.env.BROWSER_PATH;

export default defineConfig({
  testDir: "e2e",
  fullyParallel: false,
  workers: 1,
  forbidOnly: true,
  reporter: [["list"], ["json"]],
  // They end a test that hangs. A machine that is many times slower than usual is not to meet them.
  timeout: 600_000,
  expect: { timeout: 120_000 },
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
    env: { PORT: String(port), DATA_DIR: process.env.E2E_DATA_DIR },
    timeout: 300_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 60_000 },
  },
});
