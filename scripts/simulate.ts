import { spawn } from "node:child_process";
import { parseArgs } from "node:util";
import { z } from "zod";

/**
 * `node scripts/simulate.ts --seed N` runs the simulation of `test/simulation/` with one seed, `-- --minutes N` with random
 * seeds until the time has passed or a violation is found. `--store embedded`, `--store postgresql` or
 * `--store foreign` (PostgreSQL with settings of another owner) restricts it to one database; PostgreSQL needs
 * TEST_DATABASE_URL. `--commands N` sets the number of commands for each seed, 200 by
 * default. Exit codes: 0 no violation; 1 violation; 2 invalid arguments.
 */

const number = z.coerce.number().int().positive();
const options = z.object({
  seed: number.optional(),
  minutes: number.optional(),
  commands: number.default(200),
  store: z.enum(["embedded", "postgresql", "foreign"]).optional(),
});

const text = { type: "string" } as const;

function read() {
  try {
    return options.parse(parseArgs({ options: { seed: text, minutes: text, commands: text, store: text } }).values);
  } catch (error) {
    console.error(error instanceof z.ZodError ? z.prettifyError(error) : Object(error).message);
    return process.exit(2);
  }
}

const file = "test/simulation/simulation.test.ts";
const child = spawn(process.execPath, ["node_modules/vitest/vitest.mjs", "run", "--project", "slow", file], {
  env: { ...process.env, SIMULATION: JSON.stringify(read()) },
  stdio: "inherit",
});
child.on("close", (code) => {
  process.exitCode = code === 0 ? 0 : 1;
});
