import { and, eq, lte } from "drizzle-orm";
import type { ConsoleContext } from "#server/console/context.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { takeLock } from "#server/db/locks.ts";
import { scoreTotals } from "#server/db/outcome-schema.ts";
import { refreshTotals } from "./refresh-totals.ts";

/** Recomputes the totals that lack scores whose questions have reached their resolution date. */
export async function countDueScores({ database, now }: Pick<ConsoleContext, "database" | "now">): Promise<void> {
  const due = await database.orm
    .select({ bucket: scoreTotals.bucket })
    .from(scoreTotals)
    .where(and(eq(scoreTotals.dimension, "early"), lte(scoreTotals.countsFrom, now())));
  for (const { bucket } of due) {
    await inTransaction(database, async (transaction) => {
      await takeLock(transaction, "outcomes");
      await refreshTotals(transaction, bucket, now());
    });
  }
}
