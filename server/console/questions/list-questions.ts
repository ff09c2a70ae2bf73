import type { questionList } from "#lib/console/filters.ts";
import type { Member } from "#lib/domain/members.ts";
import { MAX_MOVED } from "#lib/domain/questions.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { showQuestions } from "#server/console/outcomes/list-outcomes.ts";
import { readTags } from "./get-question.ts";
import { type QuestionPath, readPaths } from "./read-paths.ts";
import { countQuestions, type SelectedQuestion, selectQuestions } from "./select-questions.ts";

export async function listQuestions(
  { database, now }: Pick<ConsoleContext, "database" | "now">,
  member: Member,
  { phase = "open", order = "resolution", after, limit, text, tag }: ReturnType<typeof questionList.toPage>,
) {
  const { orm } = database;
  const time = now();
  const selection = { phase, text, tag };
  const [counts, selected] = await Promise.all([
    countQuestions(orm, time),
    order === "change"
      ? selectQuestions(orm, selection, { order: "activity", limit: MAX_MOVED }, time)
      : selectQuestions(orm, selection, { order, after, limit: limit + 1 }, time),
  ]);
  const paths = await readPaths(
    orm,
    selected.map(({ taskId }) => taskId),
    time,
  );
  const sorted = order === "change" ? byChange(selected, paths) : selected;
  const first = order === "change" ? 1 + sorted.findIndex(({ taskId }) => taskId === after) : 0;
  const page = sorted.slice(first, first + limit);
  const ids = page.map(({ taskId }) => taskId);
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
      tags: tags.filter(({ subjectId }) => subjectId === taskId).map(({ tag }) => tag),
    })),
    /** Cursor to pass as `after`; null on the last page. */
    next: sorted.length > first + limit ? (ids.at(-1) ?? null) : null,
    /** Number of questions in each phase, without the other filters. */
    counts,
  };
}

function byChange(selected: readonly SelectedQuestion[], paths: ReadonlyMap<string, QuestionPath>) {
  const sizeOf = ({ taskId }: SelectedQuestion) => Math.abs(paths.get(taskId)?.change ?? 0);
  return selected.toSorted((a, b) => sizeOf(b) - sizeOf(a));
}
