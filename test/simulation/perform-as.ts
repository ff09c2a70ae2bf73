import fc from "fast-check";
import { type Permission, rolesFor } from "#lib/domain/members.ts";
import type { ConsoleSession } from "#test/console-session.ts";
import type { Deployment } from "./deployment.ts";
import { type Change, perform } from "./perform.ts";
import type { Member, Specification } from "./specification.ts";

/** The index of a member. */
export const anyone = fc.nat(4);
/** Mostly members who have the role at first. */
const likely = (...indexes: number[]) => fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...indexes) }, anyone);
export const admin = likely(0);
export const reviewer = likely(3, 4);

interface Acting {
  readonly who: Member;
  readonly call: ConsoleSession["call"];
}

/** Performs a change as a member, who is refused without the permission. A disabled member has no session. */
export async function performAs<T>(
  specification: Specification,
  deployment: Deployment,
  index: number,
  permission: Permission | undefined,
  change: (acting: Acting) => Change<T>,
): Promise<void> {
  const who = specification.members[index % specification.members.length];
  if (who === undefined) throw new Error("the simulation has no members");
  if (who.disabled) return;
  const { call } = await deployment.session(who.id);
  const planned = change({ who, call });
  const blocked = permission !== undefined && !rolesFor(permission).includes(who.role) ? "FORBIDDEN" : undefined;
  await perform(
    specification,
    deployment,
    blocked === undefined ? planned : { ...planned, refusal: blocked, events: [] },
  );
}

export function pick<T>(list: readonly T[], index: number): T | undefined {
  return list.length === 0 ? undefined : list[index % list.length];
}
