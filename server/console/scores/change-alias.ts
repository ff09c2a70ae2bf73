import { and, eq, isNotNull, or } from "drizzle-orm";
import { findRefusal } from "#lib/domain/find-refusal.ts";
import type { SignedIn } from "#lib/domain/members.ts";
import { memberActor } from "#server/audit/log/event.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { withCurrentRole } from "#server/console/members/accounts.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { takeLock } from "#server/db/locks.ts";
import type { Drizzle } from "#server/db/open.ts";
import { sourceAliases } from "#server/db/outcome-schema.ts";

export interface AliasChange {
  readonly alias: string;
  /** The name under which the league table lists the alias; null removes the alias. */
  readonly source: string | null;
}

/**
 * Sets or removes an alias of a source. Throws FORBIDDEN for members other than administrators, BAD_REQUEST if an alias
 * would refer to another alias.
 */
export function changeAlias(
  gateway: Pick<ConsoleContext, "database" | "events">,
  member: SignedIn,
  { alias, source }: AliasChange,
): Promise<void> {
  return inTransaction(gateway.database, async (transaction) => {
    await takeLock(transaction, "outcomes");
    const message = findRefusal(await withCurrentRole(transaction, member), "administer");
    if (message !== undefined) throw new GatewayError("FORBIDDEN", { message });
    const [known] = await transaction.select().from(sourceAliases).where(eq(sourceAliases.alias, alias));
    if ((known?.source ?? null) === source) return;
    if (source !== null) await requireNoChain(transaction, alias, source);
    await transaction
      .insert(sourceAliases)
      .values({ alias, source })
      .onConflictDoUpdate({ target: sourceAliases.alias, set: { source } });
    await gateway.events.appendIn(transaction, memberActor(member), {
      kind: "source.alias_changed",
      alias,
      ...(source === null ? {} : { source }),
    });
  });
}

async function requireNoChain(transaction: Drizzle, alias: string, source: string): Promise<void> {
  const isChain = or(eq(sourceAliases.alias, source), eq(sourceAliases.source, alias));
  const [chain] = await transaction
    .select()
    .from(sourceAliases)
    .where(and(isNotNull(sourceAliases.source), isChain));
  if (alias !== source && chain === undefined) return;
  const message =
    chain === undefined
      ? "The alias is the name of the source. Enter two different names."
      : `“${chain.alias}” is already an alias of “${chain.source}”. An alias of an alias is not allowed.`;
  throw new GatewayError("BAD_REQUEST", { message });
}
