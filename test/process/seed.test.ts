import { expect, it } from "vitest";
import { makeFolder, runScript } from "#test/run-process.ts";

it("the invented history of npm run seed verifies", async () => {
  const environment = { DATA_DIR: makeFolder(), LOG_LEVEL: "error" };
  const seed = await runScript("seed", environment, "--forecasts", "30", "--questions", "5", "--yes");
  expect(seed.code, seed.output).toBe(0);
  const verified = { code: 0, output: expect.stringContaining("The audit log verifies.") };
  expect(await runScript("verify", environment)).toEqual(verified);
});
