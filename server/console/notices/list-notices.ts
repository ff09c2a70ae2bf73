import { eq, sql } from "drizzle-orm";
import { isPermitted, type Member } from "#lib/domain/members.ts";
import type { NOTICE_KINDS } from "#lib/domain/notices.ts";
import type { Event } from "#server/audit/log/event.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import type { ByteKind } from "#server/db/daily-bytes.ts";
import { noticesSeen } from "#server/db/member-schema.ts";
import { nameActors } from "#server/db/name-actors.ts";
import type { Database } from "#server/db/open.ts";
import { findDueQuestions } from "./find-due-questions.ts";
import { findMovedForecasts } from "./find-moved-forecasts.ts";
import { readEventNotices } from "./read-event-notices.ts";

const MAX_LISTED = 20;
/** Questions that have been due for longer notify nobody. The Outcomes page still lists them. */
const DUE_MS = 30 * 86_400_000;
const NEVER = new Date(0);

export type NoticeEvent = Extract<Event, { kind: (typeof NOTICE_KINDS)[number] }>;

export interface Notice {
  /** Unique among all notices. */
  readonly id: string;
  readonly at: string;
  readonly event:
    | NoticeEvent
    | { readonly kind: "outcome.due"; readonly task_id: string }
    /** `distance`: total variation distance to the previous forecast of the question. */
    | { readonly kind: "forecast.moved"; readonly request_id: string; readonly distance: number }
    /** A member or an API key has used most of its daily byte limit. */
    | { readonly kind: "limit.near"; readonly holder: string; readonly name: string; readonly added: ByteKind };
  /** Name of the actor of the event; empty for a notice without an event. */
  readonly by: string;
  /** Text of the question; null if the notice is not about a question. */
  readonly question: string | null;
  /** Label of the outcome; empty unless the event records an outcome. */
  readonly outcome: string;
}

/**
 * Returns the newest notices of a member: changes that others made to the member's submissions and questions, reviews
 * assigned to the member, the end of the member's evaluations, due outcomes and moved forecasts of the member's
 * questions, and the member's own recent failed runs; for administrators, also members and API keys near a daily limit.
 * Omits verdicts that the member may not read yet.
 */
export async function listNotices(
  context: Pick<ConsoleContext, "config" | "database" | "dailyBytes" | "now">,
  member: Member,
) {
  const { database } = context;
  const now = context.now();
  const [events, due, moved, near, [seen]] = await Promise.all([
    readEventNotices(context, member, MAX_LISTED),
    findDueQuestions(database.orm, member.id, { from: new Date(now.getTime() - DUE_MS), now, limit: MAX_LISTED }),
    findMovedForecasts(database, member.id),
    isPermitted(member.role, "administer") ? findNearLimit(context) : [],
    database.orm.select({ at: noticesSeen.at }).from(noticesSeen).where(eq(noticesSeen.memberId, member.id)),
  ]);
  const notices = [...events, ...due.map(showDue), ...moved.map(showMoved), ...near]
    .sort((a, b) => Date.parse(b.at) - Date.parse(a.at))
    .slice(0, MAX_LISTED);
  const since = seen?.at ?? NEVER;
  return {
    notices,
    /** Number of listed notices that the member has not marked as seen. */
    unseen: notices.filter(({ at }) => new Date(at) > since).length,
  };
}

/** Records that the member has seen all notices up to this time. Ignores a time before the recorded one. */
export async function markNoticesSeen({ orm }: Database, member: Member, at: Date): Promise<void> {
  await orm
    .insert(noticesSeen)
    .values({ memberId: member.id, at })
    .onConflictDoUpdate({ target: noticesSeen.memberId, set: { at: sql`greatest(${noticesSeen.at}, excluded.at)` } });
}

async function findNearLimit({ database, dailyBytes }: Pick<ConsoleContext, "database" | "dailyBytes">) {
  const near = await dailyBytes.findNearLimit(database.orm);
  const names = await nameActors(
    database,
    near.map(({ holder }) => holder),
  );
  return near.map(({ holder, kind, at }): Notice => {
    const event = { kind: "limit.near", holder, name: names.get(holder) ?? holder, added: kind } as const;
    return { id: `near ${holder} ${kind}`, at: at.toISOString(), event, by: "", question: null, outcome: "" };
  });
}

function showDue({ taskId, question, resolvesAt }: Awaited<ReturnType<typeof findDueQuestions>>[number]): Notice {
  const event = { kind: "outcome.due", task_id: taskId } as const;
  return { id: `due ${taskId}`, at: resolvesAt.toISOString(), event, by: "", question, outcome: "" };
}

function showMoved({
  requestId,
  at,
  question,
  distance,
}: Awaited<ReturnType<typeof findMovedForecasts>>[number]): Notice {
  const event = { kind: "forecast.moved", request_id: requestId, distance } as const;
  return { id: `moved ${requestId}`, at, event, by: "", question, outcome: "" };
}
