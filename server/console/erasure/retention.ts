import { and, eq, type SQL, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { RETENTION } from "#lib/domain/erasures.ts";
import type { SignedIn } from "#lib/domain/members.ts";
import type { ErasureCarriedOut, RetentionRules } from "#server/audit/log/erasure-events.ts";
import { BACKGROUND_JOBS, type Event, memberActor } from "#server/audit/log/event.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { erasures } from "#server/db/erasure-schema.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { takeLock } from "#server/db/locks.ts";
import type { Drizzle } from "#server/db/open.ts";
import { events } from "#server/db/schema.ts";
import { carryOut } from "./carry-out.ts";

type Retaining = Pick<ConsoleContext, "database" | "events" | "now">;

/** Returns the rules, and what the last run removed. */
export async function getRetention({ database: { orm } }: Pick<Retaining, "database">) {
  const isRun = sql`convert_from(${events.body}, 'UTF8')::json ->> 'rule' = ${RETENTION}`;
  const { at = "", retention } = (await readNewest(orm, "erasure.carried_out", isRun)) ?? {};
  const last = retention && { ...retention, at, submissions: retention.submissions.length };
  return { rules: await readRules(orm), last };
}

/** Returns the numbers of rows that these rules would remove now. */
export async function previewRetention({ database, now }: Pick<Retaining, "database" | "now">, rules: RetentionRules) {
  const { rows } = await database.orm.execute<Record<"submissions" | "deliveries" | "sign_ins", number>>(
    sql`select * from count_retired(${now().toISOString()}, ${rules.submissions_days}, ${rules.records_days})`,
  );
  return rows[0] ?? { submissions: 0, deliveries: 0, sign_ins: 0 };
}

export async function setRetention(gateway: Retaining, member: SignedIn, rules: RetentionRules): Promise<void> {
  await inTransaction(gateway.database, (transaction) =>
    gateway.events.appendIn(transaction, memberActor(member), { kind: "retention.changed", ...rules }),
  );
}

/** Removes what the rules cover in short runs, until nothing is left or the signal aborts. */
export async function runRetention(gateway: Retaining, signal: AbortSignal): Promise<void> {
  let isDone = false;
  while (!isDone && !signal.aborted)
    isDone = await inTransaction(gateway.database, (transaction) => removeSome(gateway, transaction));
}

/** Removes some rows, and records them in one event. Returns whether no more are left. */
async function removeSome(gateway: Retaining, transaction: Drizzle): Promise<boolean> {
  // Neither a hold nor an erasure changes meanwhile.
  await takeLock(transaction, "members");
  const at = gateway.now();
  const { submissions_days, records_days } = await readRules(transaction);
  const { rows } = await transaction.execute<{ is_full: boolean } & NonNullable<ErasureCarriedOut["retention"]>>(
    sql`select * from retire(${at.toISOString()}, ${submissions_days}, ${records_days})`,
  );
  if (rows[0] === undefined) return true;
  const { is_full, ...retention } = rows[0];
  const run = {
    ...({ id: uuid(), thing: "submission", subjectId: "", rule: RETENTION, status: "requested", dueAt: null } as const),
    ...{ requestedBy: BACKGROUND_JOBS.id, requestedAt: at, endedAt: null },
    vacuumedAt: retention.submissions.length === 0 ? at : null,
  };
  await transaction.insert(erasures).values(run);
  await carryOut(gateway, transaction, BACKGROUND_JOBS, run, retention);
  return !is_full;
}

async function readRules(orm: Drizzle): Promise<RetentionRules> {
  const { submissions_days = null, records_days = null } = (await readNewest(orm, "retention.changed")) ?? {};
  return { submissions_days, records_days };
}

async function readNewest<Kind extends Event["kind"]>(orm: Drizzle, kind: Kind, condition?: SQL) {
  const found = orm
    .select({ body: events.body })
    .from(events)
    .where(and(eq(events.kind, kind), condition));
  // The expression makes PostgreSQL use the index by kind instead of reading the log backwards.
  const [newest] = await found.orderBy(sql`${events.seq} + 0 desc`).limit(1);
  return newest && (JSON.parse(newest.body.toString()) as Extract<Event, { readonly kind: Kind }>);
}
