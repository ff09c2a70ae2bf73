import fc from "fast-check";
import { ACCESS, issue } from "./access.ts";
import { checkDeployment } from "./check-deployment.ts";
import { Deployment, type STORES } from "./deployment.ts";
import { OPERATIONS } from "./operations.ts";
import { OUTCOMES } from "./outcomes.ts";
import type { Command } from "./perform.ts";
import { predictions } from "./predictions.ts";
import { decide, REVIEWS, submit } from "./reviews.ts";
import { emptySpecification, type Specification } from "./specification.ts";

export interface Simulation {
  readonly store: (typeof STORES)[number];
  readonly seed: number;
  /** The number of commands. */
  readonly commands: number;
  /** Called before each command, for a trace. */
  onCommand?(command: string): void;
}

const COMMANDS: fc.Arbitrary<Command> = fc.oneof(
  { weight: 30, arbitrary: predictions },
  ...REVIEWS,
  ...OUTCOMES,
  ...ACCESS,
  ...OPERATIONS,
);

const ROLES = ["admin", "researcher", "researcher", "reviewer", "reviewer"] as const;

/**
 * Runs random commands against a deployment and its specification. Rejects with the command that violated it, the
 * number of commands before it, and the seed. The same seed gives the same commands.
 */
export async function simulate(simulation: Simulation): Promise<void> {
  const { seed, commands } = simulation;
  const list = fc.sample(fc.array(COMMANDS, { minLength: commands, maxLength: commands, size: "max" }), {
    seed,
    numRuns: 1,
  })[0];
  await runCommands(simulation, list ?? []);
}

export async function runCommands(
  { store, seed, onCommand }: Omit<Simulation, "commands">,
  commands: readonly Command[],
): Promise<void> {
  const deployment = await Deployment.open(store);
  const done: string[] = [];
  try {
    const specification = await setUp(deployment);
    for (const command of commands) {
      if (!command.check(specification)) continue;
      done.push(String(command));
      onCommand?.(String(command));
      await command.run(specification, deployment);
    }
    done.push("the final check");
    await checkDeployment(specification, deployment);
  } catch (error) {
    const last = done.slice(-15).map((line, index, { length }) => `${done.length - length + index + 1}. ${line}`);
    throw new Error(`violation on ${store} with the seed ${seed}, at command ${done.length}:\n${last.join("\n")}`, {
      cause: error,
    });
  } finally {
    await deployment.close();
  }
}

const FIRST_COMMANDS = [
  issue({ admin: 0 }),
  issue({ admin: 0 }),
  ...[0, 1, 2].flatMap((question) => [
    submit({ author: 1, content: { question, input: 0 }, revises: undefined }),
    decide({ reviewer: 3, submission: question, binding: "approve", quality: "approve" }),
  ]),
];

/** The members, two callers' API keys and the first approvals, without which nearly every command would be refused. */
async function setUp(deployment: Deployment): Promise<Specification> {
  const members = [];
  for (const role of ROLES) members.push({ id: await deployment.addMember(role), role, disabled: false });
  const specification = emptySpecification(members);
  await deployment.readNewEvents();
  for (const command of FIRST_COMMANDS) await command.run(specification, deployment);
  return specification;
}
