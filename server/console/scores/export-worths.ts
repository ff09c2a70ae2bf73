import { and, asc, eq, gt, isNotNull, isNull } from "drizzle-orm";
import type { MeasuredInput, MeasuredObservation } from "#lib/scores/recorded-question.ts";
import type { Columns } from "#server/base/table.ts";
import type { Database } from "#server/db/open.ts";
import { forecastScores, scoredQuestions } from "#server/db/outcome-schema.ts";
import { readAll } from "#server/db/read-pages.ts";
import { tasks } from "#server/db/schema.ts";
import { whenDefined } from "#server/db/when-defined.ts";
import { readInputs } from "#server/gateway/forecasts/read-content.ts";

interface MeasuredRow extends MeasuredObservation {
  readonly question: Omit<Question, "inputs">;
  readonly input: MeasuredInput;
  readonly index: number;
  readonly observedAt: string | undefined;
}

export const OBSERVATION_COLUMNS: Columns<MeasuredRow> = {
  task_id: ({ question }) => question.taskId,
  input_id: ({ input }) => input.inputId,
  question: ({ question }) => question.instructions,
  resolves_at: ({ question }) => question.countsFrom.toISOString(),
  outcome: ({ question }) => question.option,
  model_version: ({ input }) => input.version,
  observation: ({ index }) => index + 1,
  kind: ({ kind }) => kind,
  source: ({ source }) => source,
  observed_at: ({ observedAt }) => observedAt,
  worth: ({ worth }) => worth,
};

/** Yields the observations of one input at a time: an input may have 28 KB. */
export async function* readObservations(
  database: Database,
  requestId: string | undefined,
): AsyncGenerator<MeasuredRow[]> {
  const only = requestId === undefined ? undefined : await readSubject(database, requestId);
  for await (const { inputs, ...question } of readAll<Question>((last) => readPage(database, only?.taskId, last))) {
    for (const input of inputs ?? []) {
      const { inputId, observations } = input;
      if (only !== undefined && only.inputId !== inputId) continue;
      const { context } = (await readInputs(database, [inputId]))(inputId);
      const observedAt = (index: number) => context[index]?.observed_at;
      yield observations.map((one, index) => ({ ...one, question, input, index, observedAt: observedAt(index) }));
    }
  }
}

async function readSubject({ orm }: Database, id: string) {
  const { taskId, inputId, requestId, predictionId } = forecastScores;
  const isForecast = and(eq(requestId, id), isNull(predictionId));
  const [found] = await orm.select({ taskId, inputId }).from(forecastScores).where(isForecast);
  return found ?? { taskId: "", inputId: "" };
}

/** Questions per query. */
const PAGE = 20;

type Question = Awaited<ReturnType<typeof readPage>>[number];

function readPage({ orm }: Database, only: string | undefined, last: { readonly taskId: string } | undefined) {
  const { taskId, countsFrom, option, worths } = scoredQuestions;
  const isAfter = gt(taskId, last?.taskId ?? "");
  return orm
    .select({ taskId, instructions: tasks.question, countsFrom, option, inputs: worths })
    .from(scoredQuestions)
    .innerJoin(tasks, eq(tasks.taskId, taskId))
    .where(
      and(
        isNotNull(worths),
        isAfter,
        whenDefined(only, (id) => eq(taskId, id)),
      ),
    )
    .orderBy(asc(taskId))
    .limit(PAGE);
}
