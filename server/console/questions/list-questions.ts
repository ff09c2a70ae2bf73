import { asc, eq, inArray, sql } from "drizzle-orm";
import type { questionList } from "#lib/console/filters.ts";
import type { Member } from "#lib/domain/members.ts";
import { CHANGE_DAYS, QUESTION_PHASES, TREND_DAYS } from "#lib/domain/questions.ts";
import { byOption } from "#lib/stats/by-option.ts";
import { optionAt } from "#server/audit/log/recorded-answer.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { showQuestions } from "#server/console/outcomes/list-outcomes.ts";
import type { Drizzle } from "#server/db/open.ts";
import { events, tasks } from "#server/db/schema.ts";
import { type Answered, readAnswered } from "#server/gateway/forecasts/read-answered.ts";
import { readTags } from "./get-question.ts";
import { countQuestions, selectQuestions } from "./select-questions.ts";

export async function listQuestions(
  { database, now }: Pick<ConsoleContext, "database" | "now">,
  member: Member,
  { phase: chosen, order = "resolution", after, limit, text, tag }: ReturnType<typeof questionList.toPage>,
) {
  const { orm } = database;
  const time = now();
  const filter = { text, tag };
  const counts = await countQuestions(orm, filter, time);
  const phase = chosen ?? QUESTION_PHASES.find((one) => counts[one] > 0) ?? "open";
  const selected = await selectQuestions(orm, { phase, ...filter }, { order, after, limit: limit + 1 }, time);
  const page = selected.slice(0, limit);
  const ids = page.map(({ taskId }) => taskId);
  const paths = await readPaths(orm, ids, time);
  const [shown, tags] = await Promise.all([showQuestions(database, member, ids), readTags(database, ids)]);
  return {
    questions: shown.map(({ taskId, instructions, resolvesAt, options, confirmed }, index) => ({
      taskId,
      instructions,
      resolvesAt,
      options,
      /** Null without forecasts, and if all forecasts were archived. */
      forecast: paths.get(taskId) ?? null,
      outcome: confirmed,
      /** Time of the latest forecast, submission, decision or recorded outcome. */
      activeAt: page[index]?.activeAt.toISOString() ?? "",
      tags: tags.filter((one) => one.taskId === taskId).map(({ tag }) => tag),
    })),
    /** Cursor to pass as `after`; null on the last page. */
    next: selected.length > limit ? (ids.at(-1) ?? null) : null,
    /** The requested phase; by default, the first phase with a matching question. */
    phase,
    /** Number of matching questions in each phase. */
    counts,
  };
}

const DAY_MS = 86_400_000;
/** Forecasts in a path. */
const FORECASTS = 12;

/** The latest forecast of a question, and the path of its most probable option. */
interface QuestionPath {
  readonly requestId: string;
  readonly choice: string;
  readonly probabilities: Readonly<Record<string, number>>;
  /** The newest forecasts of the last TREND_DAYS: the age in days and the probability of `choice`, oldest first. */
  readonly path: readonly { readonly daysAgo: number; readonly probability: number }[];
  /**
   * Probability of `choice` minus its probability in the last forecast that was made at least CHANGE_DAYS ago; "new"
   * without such a forecast, and null without a later one.
   */
  readonly change: number | "new" | null;
}

/** Reads the paths of questions. A question without forecasts has none. */
async function readPaths(
  orm: Drizzle,
  taskIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, QuestionPath>> {
  if (taskIds.length === 0) return new Map();
  const since = new Date(now.getTime() - CHANGE_DAYS * DAY_MS);
  const forecasts = sql`select seq from events e where e.kind = 'prediction.answered' and e.task_id = ${tasks.taskId}`;
  const rows = await orm
    .select({ body: events.body, at: events.at, options: tasks.options })
    .from(events)
    .innerJoin(tasks, eq(tasks.taskId, events.taskId))
    .where(
      sql`${events.seq} in (
        select forecast.seq from ${tasks} cross join lateral (
          (${forecasts} order by at desc, seq desc limit ${FORECASTS})
          union (${forecasts} and e.at <= ${since.toISOString()} order by at desc, seq desc limit 1)
        ) as forecast where ${inArray(tasks.taskId, [...taskIds])})`,
    )
    .orderBy(asc(events.at), asc(events.seq));
  const read = rows.map(({ body, at, options }) => {
    const daysAgo = Math.max(0, now.getTime() - at.getTime()) / DAY_MS;
    return { event: readAnswered(body), daysAgo, isBefore: at <= since, options };
  });
  const paths = new Map<string, QuestionPath>();
  for (const [taskId, forecasts] of Map.groupBy(read, ({ event }) => event.task_id)) {
    const path = toPath(forecasts);
    if (path !== undefined) paths.set(taskId, path);
  }
  return paths;
}

interface Dated {
  readonly event: Answered;
  readonly daysAgo: number;
  /** Whether it was made at least CHANGE_DAYS ago. */
  readonly isBefore: boolean;
  readonly options: readonly string[];
}

function toPath(forecasts: readonly Dated[]): QuestionPath | undefined {
  const last = forecasts.at(-1);
  if (last === undefined) return undefined;
  const { choice, request_id: requestId, probabilities } = last.event;
  const probabilityIn = ({ event }: Dated) => event.probabilities[choice] ?? 0;
  const before = forecasts.findLast(({ isBefore }) => isBefore);
  const change = before === undefined ? "new" : before === last ? null : probabilityIn(last) - probabilityIn(before);
  return {
    requestId,
    choice: optionAt(last.options, choice),
    probabilities: byOption(last.options, probabilities),
    path: forecasts
      .filter(({ daysAgo }) => daysAgo <= TREND_DAYS)
      .map((one) => ({ daysAgo: one.daysAgo, probability: probabilityIn(one) })),
    change,
  };
}
