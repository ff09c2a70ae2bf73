import type { Member } from "#lib/domain/members.ts";
import { MAX_MOVED, type QuestionOrder } from "#lib/domain/questions.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { type NamedOutcome, showQuestions } from "#server/console/outcomes/list-outcomes.ts";
import { readTags } from "./get-question.ts";
import { type QuestionPath, readPaths } from "./read-paths.ts";
import {
  countQuestions,
  type PhaseCounts,
  type QuestionSelection,
  type SelectedQuestion,
  selectQuestions,
} from "./select-questions.ts";

export interface QuestionQuery extends QuestionSelection {
  readonly order: QuestionOrder;
  /** Id of the last question of the previous page. */
  readonly after?: string | undefined;
  readonly limit: number;
}

export interface CurrentQuestion {
  readonly taskId: string;
  readonly instructions: string;
  readonly resolvesAt: string;
  /** Sorted as in the latest submission of the question. */
  readonly options: readonly { readonly id: string; readonly description: string | null }[];
  /** Null without forecasts, and if all forecasts were archived. */
  readonly forecast: QuestionPath | null;
  readonly outcome: NamedOutcome | null;
  /** Time of the latest forecast, submission, decision or recorded outcome. */
  readonly activeAt: string;
  readonly tags: readonly string[];
}

export interface QuestionList {
  readonly questions: readonly CurrentQuestion[];
  /** Cursor to pass as `after`; null on the last page. */
  readonly next: string | null;
  /** Number of questions in each phase, without the other filters. */
  readonly counts: PhaseCounts;
}

export async function listQuestions(
  { database, now }: Pick<ConsoleContext, "database" | "now">,
  member: Member,
  { order, after, limit, ...selection }: QuestionQuery,
): Promise<QuestionList> {
  const { orm } = database;
  const time = now();
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
      forecast: paths.get(taskId) ?? null,
      outcome: confirmed,
      activeAt: page[index]?.activeAt.toISOString() ?? "",
      tags: tags.filter(({ subjectId }) => subjectId === taskId).map(({ tag }) => tag),
    })),
    next: sorted.length > first + limit ? (ids.at(-1) ?? null) : null,
    counts,
  };
}

function byChange(selected: readonly SelectedQuestion[], paths: ReadonlyMap<string, QuestionPath>) {
  const sizeOf = ({ taskId }: SelectedQuestion) => Math.abs(paths.get(taskId)?.change ?? 0);
  return selected.toSorted((a, b) => sizeOf(b) - sizeOf(a));
}
