import { expect } from "vitest";
import { BACKGROUND_JOBS } from "#server/audit/log/event.ts";
import { applyEvents } from "./apply-events.ts";
import { contentOf } from "./catalog.ts";
import type { Deployment } from "./deployment.ts";
import type { LoggedEvent } from "./followed-log.ts";
import { isExpired, type Specification, submissionsToRenew } from "./specification.ts";

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
  const { result, hit } = await operate(specification, deployment, () => settle(act));
  const added = await readEvents(specification, deployment);
  const kinds = added.map(({ event }) => event.kind);
  const isMade = kinds.join() === events.join();
  if (!hit) expect({ code: result.code, events: kinds }).toEqual({ code: refusal, events });
  else if (result.code === undefined) expect({ refusal, events: kinds }).toEqual({ refusal: undefined, events });
  else if (!isMade) expect(kinds).toEqual([]);
  applyEvents(specification, added);
  if (isMade && refusal === undefined) done?.(result.value, added);
}

async function settle<T>(act: () => Promise<T>): Promise<{ readonly value?: T; readonly code: string | undefined }> {
  try {
    return { value: await act(), code: undefined };
  } catch (error) {
    return { code: String(Reflect.get(Object(error), "code") ?? error) };
  }
}

/**
 * Performs several independent changes with one call, which returns the code of each refusal. A fault may prevent any
 * of them, but none that was acknowledged.
 */
export async function performEach(
  specification: Specification,
  deployment: Deployment,
  act: () => Promise<readonly (string | undefined)[]>,
  parts: readonly Pick<Change<unknown>, "refusal" | "events">[],
): Promise<void> {
  const { result, hit } = await operate(specification, deployment, () => settle(act));
  const added = await readEvents(specification, deployment);
  const kinds = added.map(({ event }) => event.kind);
  const eventsOf = (list: typeof parts) => list.flatMap(({ events }) => events);
  if (hit) {
    const acknowledged = parts.filter((_, index) => result.value !== undefined && result.value[index] === undefined);
    expect(contains(kinds, eventsOf(acknowledged)), `${kinds} contains what was acknowledged`).toBe(true);
    expect(contains(eventsOf(parts), kinds), `${kinds} was requested`).toBe(true);
  } else {
    expect({ codes: result.value, events: kinds }).toEqual({
      codes: parts.map(({ refusal }) => refusal),
      events: eventsOf(parts),
    });
  }
  applyEvents(specification, added);
}

/** Whether the second list is the first one, perhaps with gaps. */
function contains(list: readonly string[], some: readonly string[]): boolean {
  let found = 0;
  for (const one of list) if (one === some[found]) found++;
  return found === some.length;
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

/**
 * Reads the new events. Excludes those of the candidate, which works in the background, and those that a start or a
 * background job may add: `*.abandoned` events and renewals.
 */
export async function readEvents(specification: Specification, deployment: Deployment): Promise<LoggedEvent[]> {
  const added = await deployment.readNewEvents();
  const isAbandoned = ({ event }: LoggedEvent) => event.kind.endsWith(".abandoned");
  const isOfCandidate = ({ event }: LoggedEvent) => event.kind.startsWith("candidate.");
  const isRenewal = ({ event }: LoggedEvent) =>
    event.kind === "submission.created" && event.actor.id === BACKGROUND_JOBS.id;
  const answered = added.flatMap(({ event }) => (event.kind === "prediction.answered" ? [event.request_id] : []));
  const opened = added.filter(({ event }) => event.kind.endsWith(".opened")).map(({ event }) => idOf(event));
  for (const one of added) {
    if (isAbandoned(one)) expect([...specification.unfinished, ...opened]).toContain(idOf(one.event));
    if (isOfCandidate(one)) {
      expect([...specification.forecasts.keys(), ...answered]).toContain(Reflect.get(one.event, "prediction_id"));
    }
    if (isRenewal(one)) requireDue(specification, one);
    if (isAbandoned(one) || isOfCandidate(one) || isRenewal(one)) applyEvents(specification, [one]);
  }
  return added.filter((one) => !isAbandoned(one) && !isOfCandidate(one) && !isRenewal(one));
}

/**
 * A renewal has the content and the author of an approved submission that expires or, on a caller's request, has
 * expired.
 */
function requireDue(specification: Specification, { event }: LoggedEvent): void {
  if (event.kind !== "submission.created") return;
  const { supersedes, author_id, origin } = event;
  const renewed = specification.submissions.find(({ id }) => id === supersedes);
  expect({ ...contentOf(event), author_id, origin }).toEqual({
    ...renewed?.content,
    author_id: renewed?.author,
    origin: renewed?.origin,
  });
  const at = Date.parse(event.at);
  const isDue = submissionsToRenew(specification, at).some((id) => id === supersedes);
  expect(isDue || isExpired(specification, supersedes, at)).toBe(true);
}

export function idOf(event: object): string {
  return String(Reflect.get(event, "request_id"));
}
