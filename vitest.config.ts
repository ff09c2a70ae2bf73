import { defineConfig } from "vitest/config";
import { SHORT_LIVED } from "./test/short-lived.ts";

// In the order of `npm test`: fast unit tests fail before any gateway is started.
const projects = {
  unit: ["lib/**/*.test.ts", "components/**/*.test.ts", "scripts/**/*.test.ts", "research/**/*.test.ts"],
  integration: ["server/**/*.test.ts", "test/*.test.ts"],
  process: ["test/process/**/*.test.ts"],
};

/** Timeout in milliseconds that only ends hanging tests and hooks, even on a machine many times slower. */
const hangs = process.env.TEST_FULL === undefined ? 300_000 : 3_600_000;

export default defineConfig({
  test: {
    projects: Object.entries(projects).map(([name, include]) => ({ extends: true, test: { name, include } })),
    setupFiles: ["test/setup.ts"],
    // A time zone with unusual offsets, so that no test depends on the machine's time zone.
    env: {
      TZ: "Australia/Lord_Howe",
      // One seed per run: rerunning a file with the same TEST_SEED reproduces a failed generated case.
      TEST_SEED: process.env.TEST_SEED ?? String(Date.now() % 2 ** 31),
    },
    // Files share loaded modules, but each starts its own processes and databases.
    isolate: false,
    execArgv: SHORT_LIVED,
    // Test files mostly wait for their database threads and processes, so one core can run several.
    maxWorkers: 3,
    testTimeout: hangs,
    hookTimeout: hangs,
    restoreMocks: true,
  },
});
