import { isPermitted, type Role } from "#lib/domain/members.ts";
import type { OutcomePermissions } from "#lib/domain/outcomes.ts";
import type { Outcome } from "./show-outcome.ts";

interface Reader {
  readonly id: string;
  /** Undefined for a disabled member. */
  readonly role: Role | undefined;
}

export interface ConfirmationBlock {
  readonly code: "CONFLICT" | "FORBIDDEN";
  readonly message: string;
}

/** Returns why a member may not confirm an entry; null if they may. */
export function findConfirmationBlock(
  { status, recordedBy }: Pick<Outcome, "status" | "recordedBy">,
  { id, role }: Reader,
): ConfirmationBlock | null {
  if (status !== "recorded") {
    const message = `This outcome is ${status} already. Reload to see the current one.`;
    return { code: "CONFLICT", message };
  }
  if (role === undefined || !isPermitted(role, "confirm")) {
    return { code: "FORBIDDEN", message: "Only reviewers and administrators confirm outcomes." };
  }
  if (recordedBy === id)
    return { code: "FORBIDDEN", message: "You recorded this outcome: another member must confirm it." };
  return null;
}

/** Returns why each action on the outcome is blocked; null if allowed. Confirming enforces the same rules. */
export function outcomePermissions(unconfirmed: Outcome | undefined, reader: Reader): OutcomePermissions {
  if (unconfirmed === undefined) return { confirm: "Nothing waits for a confirmation." };
  return { confirm: findConfirmationBlock(unconfirmed, reader)?.message ?? null };
}
