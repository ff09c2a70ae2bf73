import { describe, expect, it } from "vitest";
import { TEST_DATABASE_URL } from "#test/create-database.ts";
import { effort } from "#test/effort.ts";
import { checkFinally, checkFleet } from "./killed-gateways/check-fleet.ts";
import { openFleet, STORES } from "./killed-gateways/fleet.ts";
import { followApiKey, followQuestion, type Load, sendExamples } from "./killed-gateways/load.ts";
import { openTrace, pick, type Trace } from "./killed-gateways/trace.ts";

const KILLS = effort({ sample: 2, full: 50 });
const CALLERS = 8;
const QUESTIONS = 8;
const API_KEYS = 2;
/** The number of changes that members make to all questions and API keys. */
const CHANGES = 4 * QUESTIONS + 2 * API_KEYS;

describe.concurrent.each(STORES)("gateways on the %s database", (store) => {
  it.skipIf(store === "postgresql" && TEST_DATABASE_URL === undefined)(
    `lose and repeat nothing in ${KILLS} kills under load, and every restart works without repair (on PostgreSQL skipped without TEST_DATABASE_URL)`,
    async () => {
      const trace = openTrace();
      const fleet = await openFleet(store, trace);
      const load: Load = { fleet, trace, answered: new Set(), keyed: [], acknowledged: [], revoked: [] };
      try {
        for (let kill = 0; kill < KILLS; kill++) {
          await killUnderLoad(load);
          await checkFleet(load);
        }
        await checkFinally(load);
        for (const { code } of await fleet.stop()) expect(code).toBe(0);
      } catch (error) {
        throw new Error(`${String(error)}\nThe steps of this run are in ${trace.path}`, { cause: error });
      } finally {
        await fleet.close();
      }
      trace.remove();
    },
  );
});

/** Kills one or all gateways at a random step of the load, restarts them, and waits until the load is finished. */
async function killUnderLoad(load: Load): Promise<void> {
  const { fleet, trace } = load;
  let isOver = false;
  const gateways = [...fleet.urls.keys()];
  const victims = pick([gateways, ...gateways.map((gateway) => [gateway])]);
  const kill = () => {
    isOver = true;
    return Promise.all(victims.map(fleet.kill));
  };
  try {
    await Promise.all([
      atRandomStep(trace, kill).then(() => Promise.all(victims.map(fleet.start))),
      ...Array.from({ length: CALLERS }, () => sendExamples(load, () => isOver)),
      ...Array.from({ length: QUESTIONS }, () => followQuestion(load)),
      ...Array.from({ length: API_KEYS }, () => followApiKey(load)),
    ]);
  } finally {
    isOver = true;
  }
}

/** Calls `kill` at once in a random step after a random number of changes. */
function atRandomStep({ follow }: Trace, kill: () => Promise<unknown>): Promise<unknown> {
  let changes = Math.floor(Math.random() * CHANGES);
  const last = pick(["request", "the model is asked", "status", "acknowledged"]);
  return new Promise((resolve) => {
    follow((step) => {
      if (changes > 0) {
        if (step === "acknowledged") changes--;
      } else if (step === last) {
        follow(() => {});
        resolve(kill());
      }
    });
  });
}
