import fc from "fast-check";
import { isPermitted, type Permission } from "#lib/domain/members.ts";
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
  readonly session: ConsoleSession;
  readonly call: ConsoleSession["call"];
}

/** Performs a change as a member. Without the permission, or with a disabled account, the member is refused. */
export async function performAs<T>(
  specification: Specification,
  deployment: Deployment,
  index: number,
  permission: Permission,
  change: (acting: Acting) => Change<T>,
): Promise<void> {
  const acting = await actAs(specification, deployment, index);
  if (acting === undefined) return;
  const block = findBlock(acting.who, permission);
  const planned = change(acting);
  await perform(specification, deployment, block === undefined ? planned : { ...planned, refusal: block, events: [] });
}

/** A disabled member cannot sign in, and acts only with a session from before. */
export async function actAs(
  { members }: Specification,
  deployment: Deployment,
  index: number,
): Promise<Acting | undefined> {
  const who = members[index % members.length];
  if (who === undefined) throw new Error("the simulation has no members");
  if (who.disabled && !deployment.hasSession(who.id)) return undefined;
  const session = await deployment.session(who.id);
  return { who, session, call: session.call };
}

function findBlock(member: Member, permission: Permission): string | undefined {
  if (member.disabled) return "UNAUTHORIZED";
  return isPermitted(member, permission) ? undefined : "FORBIDDEN";
}

export function pick<T>(list: readonly T[], index: number): T | undefined {
  return list.length === 0 ? undefined : list[index % list.length];
}
