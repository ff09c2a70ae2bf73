import { defineConfig } from "vitest/config";
import { SHORT_LIVED } from "./test/short-lived.ts";

// In the order in which `npm test` runs them: a mistake in a rule is told before any gateway is started.
const projects = {
  unit: ["lib/**/*.test.ts", "components/**/*.test.ts", "scripts/**/*.test.ts", "research/**/*.test.ts"],
  integration: ["server/**/*.test.ts", "test/*.test.ts"],
  process: ["test/process/**/*.test.ts"],
};

/** Ends a test or a hook that hangs. No test takes so long, even on a machine many times slower. */
const hangs = process.env.TEST_FULL === undefined ? 300_000 : 3_600_000;

export default defineConfig({
  test: {
    projects: Object.entries(projects).map(([name, include]) => ({ extends: true, test: { name, include } })),
    setupFiles: ["test/setup.ts"],
    // A time zone with odd offsets: what passes here does not lean on the machine's.
    env: {
      TZ: "Australia/Lord_Howe",
      // One seed a run: a generated case that fails, fails again when its file runs once more.
      TEST_SEED: process.env.TEST_SEED ?? String(Date.now() % 2 ** 31),
    },
    // Files share the modules that they load; what they start, each starts for itself.
    isolate: false,
    execArgv: SHORT_LIVED,
    // A test file waits for its database's thread and for its processes more than it works: a core is busy with more than one.
    maxWorkers: 3,
    testTimeout: hangs,
    hookTimeout: hangs,
    restoreMocks: true,
  },
});
