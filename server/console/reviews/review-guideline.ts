import { eq, sql } from "drizzle-orm";
import type { SignedIn } from "#lib/domain/members.ts";
import { openEvent } from "#server/audit/log/contents.ts";
import { memberActor } from "#server/audit/log/event.ts";
import { sha256 } from "#server/base/digest.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { contentsOfEvent } from "#server/db/event-contents.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import type { Drizzle } from "#server/db/open.ts";
import { events } from "#server/db/schema.ts";

/** Returns the organisation's rules for reviews. Null if there are none, or if their text was erased. */
export async function readGuideline(orm: Drizzle) {
  const [latest] = await orm
    .select({ body: events.body, contents: contentsOfEvent })
    .from(events)
    .where(eq(events.kind, "guideline.set"))
    // The expression makes PostgreSQL use the index by kind instead of reading the log backwards.
    .orderBy(sql`${events.seq} + 0 desc`)
    .limit(1);
  const event = latest && openEvent(latest.body, latest.contents);
  return event?.kind === "guideline.set" && event.text ? { text: event.text, digest: event.digest } : null;
}

/** Replaces the guideline. An empty text removes it. The audit log keeps the earlier texts. */
export async function setGuideline(
  gateway: Pick<ConsoleContext, "database" | "events">,
  member: SignedIn,
  text: string,
) {
  const digest = `sha256:${sha256(text).toString("hex")}`;
  await inTransaction(gateway.database, (transaction) =>
    gateway.events.appendIn(transaction, memberActor(member), { kind: "guideline.set", digest, text }),
  );
  return { digest };
}
