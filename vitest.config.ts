import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: [
      "components/**/*.test.ts",
      "lib/**/*.test.ts",
      "server/**/*.test.ts",
      "scripts/**/*.test.ts",
      "test/**/*.test.ts",
    ],
    setupFiles: ["test/setup.ts"],
    // A time zone with odd offsets: what passes here does not lean on the machine's.
    env: { TZ: "Australia/Lord_Howe" },
    // A test file waits for its database's thread and for its processes more than it works: two go on beside each other.
    maxWorkers: 2,
    // They end a test that hangs. A machine that is many times slower than usual is not to meet them.
    testTimeout: process.env.TEST_FULL === undefined ? 300_000 : 3_600_000,
    hookTimeout: 300_000,
    restoreMocks: true,
  },
});
