import { findRefusal } from "#lib/domain/find-refusal.ts";
import type { Holder } from "#lib/domain/members.ts";
import type { Outcome } from "./show-outcome.ts";

interface Reader extends Holder {
  readonly id: string;
}

export interface ConfirmationBlock {
  readonly code: "CONFLICT" | "FORBIDDEN";
  readonly message: string;
}

/** Returns the reason why a member may not confirm an outcome entry, or null if the member may. */
export function findConfirmationBlock(
  { status, recordedBy }: Pick<Outcome, "status" | "recordedBy">,
  reader: Reader,
): ConfirmationBlock | null {
  if (status !== "recorded") {
    const message = `This outcome is already ${status}. Reload to see the current outcome.`;
    return { code: "CONFLICT", message };
  }
  const message = findRefusal(reader, "confirm");
  if (message !== undefined) return { code: "FORBIDDEN", message };
  if (recordedBy === reader.id)
    return { code: "FORBIDDEN", message: "You recorded this outcome, so another member must confirm it." };
  return null;
}

/** Returns the reason why the member may not confirm the outcome, or null. confirmOutcome() enforces the same rules. */
export function outcomePermissions(unconfirmed: Outcome | undefined, reader: Reader) {
  if (unconfirmed === undefined) return { confirm: "No outcome is waiting for confirmation." };
  return { confirm: findConfirmationBlock(unconfirmed, reader)?.message ?? null };
}
