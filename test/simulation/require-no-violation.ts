import type { Step } from "./command.ts";
import type { Store } from "./deployment.ts";
import { shorten } from "./shorten.ts";
import { runSteps, type Simulated } from "./simulate.ts";

const ATTEMPTS = 150;

/** Throws a violation with its seed and the shortest list of commands that causes one. */
export async function requireNoViolation(store: Store, seed: number, { violation }: Simulated): Promise<void> {
  if (violation === undefined) return;
  const run = async (steps: readonly Step[]) => (await runSteps(store, steps)).violation;
  const { steps, error } = await shorten(violation, run, ATTEMPTS);
  const list = steps.map((step) => `  ${JSON.stringify(step)},`).join("\n");
  const replay = `node scripts/simulate.ts --store ${store} --seed ${seed}`;
  throw new Error(`The specification is violated after ${violation.steps.length} commands (${replay}).\n${list}`, {
    cause: error,
  });
}
