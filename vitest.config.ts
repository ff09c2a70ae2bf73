import { configDefaults, defineConfig } from "vitest/config";
import { SHORT_LIVED } from "./test/short-lived.ts";

const SLOW = "**/*.slow.test.ts";

/** Projects in the order in which they run. `npm test` runs the first two, `npm run test:all` runs all of them. */
const projects = {
  unit: ["lib/**/*.test.ts", "components/**/*.test.ts", "scripts/**/*.test.ts", "research/**/*.test.ts"],
  integration: ["server/**/*.test.ts", "test/*.test.ts"],
  slow: [`{lib,components,scripts,research,server,test}/${SLOW}`, "test/simulation/*.test.ts"],
  process: ["test/process/**/*.test.ts"],
};

/** Timeout in milliseconds. Long, so that only hanging tests and hooks fail, even on a very slow machine. */
const hangs = process.env.TEST_FULL === undefined ? 300_000 : 3_600_000;

export default defineConfig({
  test: {
    projects: Object.entries(projects).map(([name, include]) => {
      const exclude = [...configDefaults.exclude, ...(name === "slow" ? [] : [SLOW])];
      return { extends: true, test: { name, include, exclude } };
    }),
    setupFiles: ["test/setup.ts"],
    // A time zone with unusual offsets (TZ), so that no test depends on the time zone of the machine.
    env: {
      TZ: "Australia/Lord_Howe",
      // Seed of generated test cases. Rerunning a file with the same TEST_SEED reproduces a failure.
      TEST_SEED: process.env.TEST_SEED ?? String(Date.now() % 2 ** 31),
    },
    // Test files share loaded modules, but each file starts its own processes and databases.
    isolate: false,
    execArgv: SHORT_LIVED,
    // Each worker loads the server's modules, which takes seconds of CPU time.
    maxWorkers: 2,
    testTimeout: hangs,
    hookTimeout: hangs,
    restoreMocks: true,
  },
});
