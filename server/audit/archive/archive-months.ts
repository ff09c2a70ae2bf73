import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { ARCHIVED, CANDIDATE_OUTCOMES, type EventKind, OPENINGS, OUTCOMES, SCORED } from "#lib/domain/audit-events.ts";
import type { AuditLog } from "#server/audit/log/audit-log.ts";
import type { EventSigner } from "#server/audit/log/event-signer.ts";
import type { ArchivedEvents } from "#server/audit/log/history-events.ts";
import { chainStart, readArchived } from "#server/audit/log/read-events.ts";
import type { AuditTree } from "#server/audit/tree/audit-tree.ts";
import type { CheckpointSource } from "#server/audit/tree/checkpoint-source.ts";
import { digestKept } from "#server/audit/verification/compare-kept-events.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { takeLock } from "#server/db/locks.ts";
import type { Database, Drizzle } from "#server/db/open.ts";
import { scoredQuestions } from "#server/db/outcome-schema.ts";
import { writeArchive } from "./archive-file.ts";
import { type ClosedMonth, findClosedMonths } from "./closed-months.ts";
import { createScoresDigest } from "./digest-scores.ts";
import { readScores } from "./read-scores.ts";

interface Archiving {
  readonly database: Database;
  readonly events: AuditLog;
  readonly signer: EventSigner;
  readonly checkpoints: CheckpointSource;
  readonly now: () => Date;
  /** Grows before events are removed, because the Merkle tree cannot be built from removed events. */
  readonly tree: Pick<AuditTree, "grow">;
}

/** Minimum age of archived events: idempotent replay and the recording of abandoned predictions read younger ones. */
const YOUNGEST_MS = 2 * 86_400_000;
const ROWS = 20_000;
const ENDS = [...OUTCOMES, ...CANDIDATE_OUTCOMES];
const OPERATOR = { type: "system", id: "archive" } as const;

/**
 * Archives the months that end by `before`, each to its own file in `folder`, and removes their events of
 * predictions and of the candidate from the database. Forecasts of questions without a confirmed outcome stay, because they have not been scored. All other
 * events stay, because the tables are verified against them.
 */
export async function archiveMonths(archiving: Archiving, folder: string, before: Date): Promise<ArchivedEvents[]> {
  const { database, now, tree } = archiving;
  if (before.getTime() > now().getTime() - YOUNGEST_MS) {
    throw new Error("Only months that ended at least two days ago can be archived.");
  }
  await tree.grow();
  const start = chainStart(await readArchived(database));
  const archived: ArchivedEvents[] = [];
  for (const month of await findClosedMonths(database, start.seq, before)) {
    archived.push(await archiveMonth(archiving, folder, month));
  }
  // The embedded database has no autovacuum.
  if (archived.length > 0 && database.kind === "embedded") await database.pool.query("vacuum events");
  return archived;
}

async function archiveMonth(archiving: Archiving, folder: string, { name, lastSeq }: ClosedMonth) {
  const { database, events, signer, tree } = archiving;
  const after = chainStart(await readArchived(database));
  const file = `audit-log-${name}-${after.seq + 1}-${lastSeq}-${signer.databaseId}.jsonl`;
  const { last, sha256 } = await writeArchive(archiving, { file: join(folder, file), after, lastSeq });
  const recorded = await inTransaction(database, async (transaction): Promise<ArchivedEvents> => {
    await takeLock(transaction, "archive");
    // With this lock, a concurrent correction of an outcome either scores the forecasts before they are removed, or is
    // refused.
    await takeLock(transaction, "outcomes");
    const { seq } = chainStart(await readArchived({ orm: transaction }));
    if (seq !== after.seq) throw new Error("Another process has archived these events.");
    const removed = await removeEvents(transaction, lastSeq);
    const event: ArchivedEvents = {
      kind: "history.archived",
      first_seq: after.seq + 1,
      last_seq: lastSeq,
      last_hash: last.hash.toString("hex"),
      file,
      file_sha256: sha256,
      removed,
      ...(await digestKept({ orm: transaction }, lastSeq)),
      ...(await digestArchivedScores(transaction)),
    };
    await events.appendIn(transaction, OPERATOR, event);
    return event;
  });
  await tree.grow();
  return recorded;
}

async function digestArchivedScores(transaction: Drizzle) {
  const digest = createScoresDigest();
  for await (const { score, answer, options } of readScores({ orm: transaction }, eq(scoredQuestions.archived, true))) {
    if (answer === null) digest.add(score, options ?? []);
  }
  return digest.end();
}

function listOf(kinds: readonly EventKind[]) {
  return sql.join(
    kinds.map((kind) => sql`${kind}`),
    sql`, `,
  );
}

/**
 * Removes events in batches, each within the statement timeout, and marks the questions whose forecasts are removed.
 * Openings without an outcome stay, because a gateway has yet to record them as abandoned. The last event of the log
 * stays, because the hash of the next event depends on it.
 */
async function removeEvents(transaction: Drizzle, lastSeq: number): Promise<number> {
  await transaction.execute(sql`select set_config('audit_log.archiving', 'on', true)`);
  let removed = 0;
  for (let above = 0; above < lastSeq; ) {
    const { rows } = await transaction.execute<{ upTo: string | null }>(sql`
      select max(seq) as "upTo" from (
        select seq from events where seq > ${above} and seq <= ${lastSeq} order by seq limit ${ROWS}
      ) as piece`);
    const upTo = Number(rows[0]?.upTo ?? lastSeq);
    const { rows: counted } = await transaction.execute<{ count: number }>(sql`
      with removed as (
        delete from events e where e.seq > ${above} and e.seq <= ${upTo} and e.seq < (select max(seq) from events)
        and e.kind in (${listOf(ARCHIVED)})
        and (e.kind not in (${listOf(OPENINGS)}) or exists (
          select from events o where o.request_id = e.request_id and o.kind in (${listOf(ENDS)})
        ))
        and (e.kind not in (${listOf(SCORED)}) or exists (
          select from outcomes o where o.task_id = e.task_id and o.status = 'confirmed'
        ))
        returning e.seq, e.kind, e.task_id
      ), contents as (
        delete from event_contents c using removed where c.seq = removed.seq
      ), marked as (
        update scored_questions q set archived = true, late = late + forecasts.later from (
          select task_id, count(*) filter (where r.kind = 'prediction.answered' and r.seq > s.through) as later
          from removed r join scored_questions s using (task_id) where r.kind in (${listOf(SCORED)}) group by task_id
        ) as forecasts where forecasts.task_id = q.task_id
      )
      select count(*)::int as count from removed`);
    removed += counted[0]?.count ?? 0;
    above = upTo;
  }
  return removed;
}
