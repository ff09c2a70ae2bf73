import fc from "fast-check";
import { expect } from "vitest";
import { ACCESS } from "./access.ts";
import { checkDeployment } from "./check-deployment.ts";
import type { Step } from "./command.ts";
import { Deployment, type Store } from "./deployment.ts";
import { ERASURES } from "./erasures.ts";
import { EVALUATIONS } from "./evaluations.ts";
import { OPERATIONS } from "./operations.ts";
import { OUTCOMES } from "./outcomes.ts";
import { readEvents } from "./perform.ts";
import { predict } from "./predictions.ts";
import { REVIEWS } from "./reviews.ts";
import { emptySpecification, type Specification } from "./specification.ts";

const COMMANDS = [predict, ...REVIEWS, ...OUTCOMES, ...EVALUATIONS, ...ACCESS, ...ERASURES, ...OPERATIONS];

const steps: fc.Arbitrary<Step> = fc.oneof(
  ...COMMANDS.map(({ name, weight, parameters }) => ({
    weight,
    arbitrary: parameters.map((drawn): Step => [name, drawn]),
  })),
);

/** Returns random commands. The same seed gives the same commands. */
export function drawSteps(seed: number, count: number): readonly Step[] {
  const list = fc.array(steps, { minLength: count, maxLength: count, size: "max" });
  return fc.sample(list, { seed, numRuns: 1 })[0] ?? [];
}

const ROLES = ["admin", "researcher", "researcher", "reviewer", "reviewer", "admin"] as const;

const approve = { reviewer: 3, binding: "approve", quality: "approve" };
/**
 * Two callers' API keys and the first approvals, without which nearly every command would be refused. Two of the
 * approvals expire.
 */
const FIRST_STEPS: readonly Step[] = [
  ["issue an API key", { admin: 0 }],
  ["issue an API key", { admin: 0 }],
  ...[0, 1, 2].flatMap((question): Step[] => [
    ["submit", { author: 1, content: { question, input: 0 } }],
    ["decide", { ...approve, submission: question, days: [undefined, 15, 45][question] }],
  ]),
];

export interface Violation {
  readonly error: unknown;
  /** The commands up to the one that violated the specification; without it, the final check did. */
  readonly steps: readonly Step[];
}

export interface Simulated {
  /** The simulated milliseconds that passed. */
  readonly passed: number;
  readonly violation: Violation | undefined;
}

/** Runs commands against a new deployment and its specification. */
export async function runSteps(store: Store, steps: readonly Step[]): Promise<Simulated> {
  const deployment = await Deployment.open(store);
  const done: Step[] = [];
  try {
    const specification = await addMembers(deployment);
    for (const step of FIRST_STEPS) await runStep(specification, deployment, step);
    for (const step of steps) {
      done.push(step);
      await runStep(specification, deployment, step);
    }
    await finishCandidate(specification, deployment);
    await checkDeployment(specification, deployment);
    await checkFinished(specification, deployment);
    return { passed: deployment.clock.passed(), violation: undefined };
  } catch (error) {
    return { passed: deployment.clock.passed(), violation: { error, steps: done } };
  } finally {
    await deployment.close();
  }
}

async function addMembers(deployment: Deployment): Promise<Specification> {
  const members = [];
  for (const role of ROLES) members.push({ id: await deployment.addMember(role), role, disabled: false });
  await deployment.readNewEvents();
  return emptySpecification(members);
}

async function runStep(specification: Specification, deployment: Deployment, [name, parameters]: Step): Promise<void> {
  const command = COMMANDS.find((one) => one.name === name);
  if (command === undefined) throw new Error(`there is no command "${name}"`);
  if (command.check?.(specification, parameters) === false) return;
  if (!HANG_ON.includes(name)) await finishCandidate(specification, deployment);
  await command.run(specification, deployment, parameters);
}

/** Commands during which the candidate may hang. Time passes in the others, so that its deadline would have passed. */
const HANG_ON: readonly string[] = [predict.name, "fault", "restart"];

async function finishCandidate(specification: Specification, deployment: Deployment): Promise<void> {
  await deployment.candidate.finish(deployment.gateway);
  expect(await readEvents(specification, deployment)).toEqual([]);
}

/** After the longest time that an answer may take, each opening has an outcome or is recorded as abandoned. */
async function checkFinished(specification: Specification, deployment: Deployment): Promise<void> {
  await deployment.stop();
  await deployment.start();
  deployment.clock.pass(DAY_MS);
  await deployment.runJobs();
  expect(await readEvents(specification, deployment)).toEqual([]);
  expect([...specification.unfinished]).toEqual([]);
}

const DAY_MS = 86_400_000;
