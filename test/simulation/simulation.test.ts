import { describe, it, vi } from "vitest";
import { TEST_DATABASE_URL } from "#test/create-database.ts";
import { effort } from "#test/effort.ts";
import { STORES, type Store } from "./deployment.ts";
import { requireNoViolation } from "./require-no-violation.ts";
import { drawSteps, runSteps } from "./simulate.ts";

/** The options of `node scripts/simulate.ts`. */
interface Options {
  readonly commands: number;
  readonly store?: Store;
  readonly seed?: number;
  readonly minutes?: number;
}

const given: Options | undefined = process.env.SIMULATION && JSON.parse(process.env.SIMULATION);
const commands = given?.commands ?? effort({ sample: 60, full: 200 });
const FIXED = Array.from({ length: effort({ sample: 2, full: 10 }) }, (_, index) => index + 1);
const seeds = given === undefined ? FIXED : given.seed === undefined ? [] : [given.seed];
const minutes = given?.minutes ?? 0;

/** The milliseconds after which a simulation, or the search for the shortest list of commands, is taken to hang. */
const LONGEST = 3_600_000;

const simulate = async (store: Store, seed: number) => {
  // better-auth prints the failures of the database that the simulation injects.
  vi.mocked(console.error).mockImplementation(() => {});
  const simulated = await runSteps(store, drawSteps(seed, commands));
  vi.mocked(console.error).mockClear();
  await requireNoViolation(store, seed, simulated);
  return simulated;
};

describe.each(STORES.filter((store) => store === (given?.store ?? store)))(
  "a simulated deployment on the %s database",
  (store) => {
    const withoutDatabase = store !== "embedded" && TEST_DATABASE_URL === undefined;

    it.skipIf(withoutDatabase).each(store === "foreign" ? seeds.slice(0, 1) : seeds)(
      "obeys its specification under random commands and faults, seed %i (on PostgreSQL skipped without TEST_DATABASE_URL)",
      { timeout: LONGEST },
      async (seed) => {
        await simulate(store, seed);
      },
    );

    if (minutes === 0 || withoutDatabase) return;
    it(`obeys its specification for ${minutes} minutes`, { timeout: minutes * 60_000 + LONGEST }, async () => {
      const end = Date.now() + minutes * 60_000;
      for (let count = 1, days = 0; Date.now() < end; count++) {
        const seed = Math.floor(Math.random() * 2 ** 31);
        const { passed } = await simulate(store, seed);
        days += passed / 86_400_000;
        process.stdout.write(`${store}: seed ${seed}, ${count * commands} commands, ${Math.round(days)} days\n`);
      }
    });
  },
);
