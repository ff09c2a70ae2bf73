import type { Member } from "#lib/domain/members.ts";
import { GROUPS } from "#lib/domain/track-record.ts";
import { seededRandom } from "#lib/stats/seeded-random.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { confirmIn } from "#server/console/outcomes/confirm-outcome.ts";
import { recordIn } from "#server/console/outcomes/record-outcome.ts";
import { writeScores } from "#server/console/scores/refresh-scores.ts";
import { refreshTotals } from "#server/console/scores/refresh-totals.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { takeLock } from "#server/db/locks.ts";

/** Questions in one transaction: thousands of them are written. */
const BATCH = 50;
const VOID_SHARE = 0.02;

/** Invents what happened to every question, as one member records it and another confirms it. */
export async function seedOutcomes(gateway: ConsoleContext, recorder: Member, confirmer: Member, step: () => void) {
  const { database } = gateway;
  const { rows } = await database.pool.query<{ task_id: string; options: string[]; resolves_at: Date }>(
    `select distinct on (s.task_id) s.task_id, s.options, t.resolves_at
     from submissions s join tasks t on t.task_id = s.task_id
     where s.origin = 'import' order by s.task_id`,
  );
  const random = seededRandom(2);
  const now = gateway.now();
  for (let first = 0; first < rows.length; first += BATCH) {
    await inTransaction(database, async (transaction) => {
      await takeLock(transaction, "outcomes");
      for (const { task_id: taskId, options, resolves_at } of rows.slice(first, first + BATCH)) {
        const option = random() < VOID_SHARE ? null : (options[Math.floor(random() * options.length)] ?? null);
        const happenedAt = new Date(Math.min(resolves_at.getTime(), now.getTime())).toISOString();
        const entry = { taskId, option, happenedAt, source: "The register of the day." };
        const { id } = await recordIn(gateway, transaction, recorder, entry, undefined);
        await writeScores(transaction, await confirmIn(gateway, transaction, confirmer, id));
        step();
      }
    });
  }
  for (let bucket = 0; bucket < GROUPS; bucket++) {
    await inTransaction(database, (transaction) => refreshTotals(transaction, bucket));
  }
}
