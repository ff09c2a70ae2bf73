import { expect, it } from "vitest";
import { makeFolder, runNode } from "#test/run-process.ts";

it("the invented history of npm run seed verifies", async () => {
  const environment = { DATA_DIR: makeFolder(), LOG_LEVEL: "error" };
  const seed = runNode(["scripts/seed.ts", "--forecasts", "30", "--questions", "5", "--yes"], environment);
  expect((await seed.exit).code, seed.output()).toBe(0);
  const verify = runNode(["scripts/verify.ts"], environment);
  expect((await verify.exit).code, verify.output()).toBe(0);
  expect(verify.output()).toContain("The audit log verifies.");
});
