import type { Member } from "#lib/domain/members.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";

/** Runs an import. Throws TOO_MANY_REQUESTS while another import of the same member runs in this process. */
export async function runImport<Report>(
  { importingMembers }: Pick<ConsoleContext, "importingMembers">,
  member: Member,
  run: () => Promise<Report>,
): Promise<Report> {
  if (importingMembers.has(member.id)) {
    const message = "You already have an import running. Try again when it finishes.";
    throw new GatewayError("TOO_MANY_REQUESTS", { message, retryAfter: 5 });
  }
  importingMembers.set(member.id, 0);
  try {
    return await run();
  } finally {
    importingMembers.delete(member.id);
  }
}

/** Maximum bytes of uploads in memory. */
const MAX_HELD = 128 * 1_024 * 1_024;

/** Counts the bytes of a member's upload in memory. Throws TOO_MANY_REQUESTS if all uploads exceed MAX_HELD. */
export function holdUpload(
  { importingMembers }: Pick<ConsoleContext, "importingMembers">,
  member: Member,
  bytes: number,
): void {
  importingMembers.set(member.id, bytes);
  if ([...importingMembers.values()].reduce((sum, one) => sum + one, 0) <= MAX_HELD) return;
  const message = "Other members are uploading large files. Nothing was saved. Try again in a minute.";
  throw new GatewayError("TOO_MANY_REQUESTS", { message, retryAfter: 60 });
}
