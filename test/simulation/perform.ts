import type fc from "fast-check";
import { expect } from "vitest";
import { applyEvents } from "./apply-events.ts";
import type { Deployment, LoggedEvent } from "./deployment.ts";
import type { Specification } from "./specification.ts";

export type Command = fc.AsyncCommand<Specification, Deployment>;

interface Steps {
  check?(specification: Specification): boolean;
  run(specification: Specification, deployment: Deployment): Promise<void>;
}

/** Returns a command that prints its name and parameters. */
export function command(name: string, { check = () => true, run }: Steps, parameters: object = {}): Command {
  return { check, run, toString: () => `${name} ${JSON.stringify(parameters)}` };
}

/** A change that a member requests. */
export interface Change<T> {
  act(): Promise<T>;
  /** The code of the expected refusal; undefined if the change is permitted. */
  readonly refusal: string | undefined;
  /** The kinds of the events that the change, or its refusal, records. */
  readonly events: readonly string[];
  /** Called with the result and the events of a change that was made; `result` is undefined if nobody heard of it. */
  done?(result: T | undefined, added: readonly LoggedEvent[]): void;
}

/**
 * Performs a change and checks its result: it is refused as expected, or made with exactly its events. If a fault hits
 * it, it is made or not, but never in part, and never missing after it was acknowledged.
 */
export async function perform<T>(
  specification: Specification,
  deployment: Deployment,
  { act, refusal, events, done }: Change<T>,
): Promise<void> {
  const { result, hit } = await operate(specification, deployment, () =>
    act().then(
      (value) => ({ value, code: undefined }),
      (error: unknown) => ({ value: undefined, code: codeOf(error) }),
    ),
  );
  const added = await readEvents(specification, deployment);
  const kinds = added.map(({ event }) => event.kind);
  const isMade = kinds.join() === events.join();
  if (!hit) expect({ code: result.code, events: kinds }).toEqual({ code: refusal, events });
  else if (result.code === undefined) expect({ refusal, events: kinds }).toEqual({ refusal: undefined, events });
  else if (!isMade) expect(kinds).toEqual([]);
  applyEvents(specification, added);
  if (isMade && refusal === undefined) done?.(result.value, added);
}

/** Runs an operation with the armed fault. After a crash, the gateway has been started again. */
export async function operate<T>(specification: Specification, deployment: Deployment, work: () => Promise<T>) {
  const ran = await deployment.run(work);
  if (ran.crashed) loseOwedKeys(specification);
  return ran;
}

/** The keys that a crashed process had to release may be spent. */
export function loseOwedKeys({ held }: Specification): void {
  for (const [name, key] of held) {
    if (key.state.kind === "owed") held.set(name, { ...key, state: { kind: "unknown" }, mayBeFree: true });
  }
}

/** Releases owed keys and deletes expired ones, as the gateway does regularly and when it stops. A fault may prevent it. */
export function tidyKeys({ held }: Specification, { clock }: Deployment, { hit = false } = {}): void {
  for (const [name, key] of held) {
    const isExpired = key.expiresAt < clock.wall;
    if (!hit && (isExpired || key.state.kind === "owed")) held.delete(name);
    if (hit && isExpired) held.set(name, { ...key, mayBeFree: true });
  }
}

/** Reads the new events, without those that record an abandoned prediction, which a start may add. */
export async function readEvents(specification: Specification, deployment: Deployment): Promise<LoggedEvent[]> {
  const added = await deployment.readNewEvents();
  const isAbandoned = ({ event }: LoggedEvent) => event.kind === "prediction.abandoned";
  for (const one of added.filter(isAbandoned)) {
    const opened = added.filter(({ event }) => event.kind === "prediction.opened").map(({ event }) => idOf(event));
    expect([...specification.unfinished, ...opened]).toContain(idOf(one.event));
    applyEvents(specification, [one]);
  }
  return added.filter((one) => !isAbandoned(one));
}

export function idOf(event: object): string {
  return String(Reflect.get(event, "request_id"));
}

function codeOf(error: unknown): string {
  return String(Reflect.get(Object(error), "code") ?? error);
}
