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
  importingMembers.add(member.id);
  try {
    return await run();
  } finally {
    importingMembers.delete(member.id);
  }
}
