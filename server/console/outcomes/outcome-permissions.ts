import { isPermitted, type Role } from "#lib/domain/members.ts";
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

/** Returns the reason why a member may not confirm an outcome entry, or null if the member may. */
export function findConfirmationBlock(
  { status, recordedBy }: Pick<Outcome, "status" | "recordedBy">,
  { id, role }: Reader,
): ConfirmationBlock | null {
  if (status !== "recorded") {
    const message = `This outcome is already ${status}. Reload to see the current outcome.`;
    return { code: "CONFLICT", message };
  }
  if (role === undefined || !isPermitted(role, "confirm")) {
    return { code: "FORBIDDEN", message: "Only reviewers and administrators can confirm outcomes." };
  }
  if (recordedBy === id)
    return { code: "FORBIDDEN", message: "You recorded this outcome, so another member must confirm it." };
  return null;
}

/** Returns the reason why the member may not confirm the outcome, or null. confirmOutcome() enforces the same rules. */
export function outcomePermissions(unconfirmed: Outcome | undefined, reader: Reader) {
  if (unconfirmed === undefined) return { confirm: "No outcome is waiting for confirmation." };
  return { confirm: findConfirmationBlock(unconfirmed, reader)?.message ?? null };
}
