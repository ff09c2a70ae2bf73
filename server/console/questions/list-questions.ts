import type { questionList } from "#lib/console/filters.ts";
import type { Member } from "#lib/domain/members.ts";
import { QUESTION_PHASES } from "#lib/domain/questions.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { showQuestions } from "#server/console/outcomes/list-outcomes.ts";
import { readTags } from "./get-question.ts";
import { readPaths } from "./read-paths.ts";
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
