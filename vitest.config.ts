import { defineConfig } from "vitest/config";
import { SHORT_LIVED } from "./test/short-lived.ts";

// In the order in which `npm test` runs them: a mistake in a rule is told before any gateway is started.
const projects = {
  unit: ["lib/**/*.test.ts", "components/**/*.test.ts", "scripts/**/*.test.ts", "research/**/*.test.ts"],
  integration: ["server/**/*.test.ts", "test/*.test.ts"],
  process: ["test/process/**/*.test.ts"],
};

export default defineConfig({
  test: {
    projects: Object.entries(projects).map(([name, include]) => ({ extends: true, test: { name, include } })),
    setupFiles: ["test/setup.ts"],
    // A time zone with odd offsets: what passes here does not lean on the machine's.
    env: { TZ: "Australia/Lord_Howe" },
    // Files share the modules that they load; what they start, each starts for itself.
    isolate: false,
    execArgv: SHORT_LIVED,
    // A test file waits for its database's thread and for its processes more than it works: a core is busy with more than one.
    maxWorkers: 3,
    // They end a test that hangs. A machine that is many times slower than usual is not to meet them.
    testTimeout: process.env.TEST_FULL === undefined ? 300_000 : 3_600_000,
    hookTimeout: 300_000,
    restoreMocks: true,
  },
});
