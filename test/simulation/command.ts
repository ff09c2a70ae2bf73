import type fc from "fast-check";
import type { Deployment } from "./deployment.ts";
import type { Specification } from "./specification.ts";

/** A command as data, so that a list of commands can be printed, shortened and replayed. */
export type Step = readonly [name: string, parameters: object];

/** A kind of command. */
export interface Command<P extends object> {
  readonly name: string;
  /** How often it is drawn, relative to the others. */
  readonly weight: number;
  readonly parameters: fc.Arbitrary<P>;
  /** Whether it can run now; otherwise it is skipped. */
  check?(specification: Specification, parameters: P): boolean;
  run(specification: Specification, deployment: Deployment, parameters: P): Promise<void>;
}

export type AnyCommand = Command<object>;

/** Infers the type of the parameters, and then forgets it. */
export function command<P extends object>(definition: Command<P>): AnyCommand {
  return definition;
}
