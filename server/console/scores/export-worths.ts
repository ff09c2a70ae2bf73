import { and, asc, eq, gt, or, type SQL, sql } from "drizzle-orm";
import type { Observation } from "#lib/contract/request.ts";
import { nameObservation } from "#lib/scores/sum-worths.ts";
import { type Columns, estimate, fields, toCsv } from "#server/base/table.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import type { Database } from "#server/db/open.ts";
import { forecastScores, scoredQuestions } from "#server/db/outcome-schema.ts";
import { readPages } from "#server/db/read-pages.ts";
import { tasks } from "#server/db/schema.ts";
import { whenDefined } from "#server/db/when-defined.ts";
import { inputWorths } from "#server/db/worth-schema.ts";
import { readInputs } from "#server/gateway/forecasts/read-content.ts";
import type { FindingScores } from "./compare-findings.ts";
import { type ObservationRecord, type ObservationWorth, readObservationRecord } from "./get-observation-record.ts";

type MeasuredInput = Awaited<ReturnType<typeof readPage>>[number];

type Gateway = Pick<ConsoleContext, "database" | "now">;

interface MeasuredObservation extends MeasuredInput {
  readonly observation: Observation;
  readonly index: number;
}

export const OBSERVATION_COLUMNS: Columns<MeasuredObservation> = {
  task_id: ({ measured }) => measured.taskId,
  input_id: ({ measured }) => measured.inputId,
  question: ({ question }) => question,
  resolves_at: ({ resolvesAt }) => resolvesAt.toISOString(),
  outcome: ({ option }) => option,
  model_version: ({ measured }) => measured.version,
  observation: ({ index }) => index + 1,
  kind: ({ observation }) => nameObservation(observation).kind,
  source: ({ observation }) => nameObservation(observation).source,
  observed_at: ({ observation }) => observation.observed_at,
  worth: ({ measured, index }) => measured.worths[index],
};

/** Streams of the page's tables as CSV. `requestId` restricts the table `observations` to the input of one forecast. */
export const WORTH_TABLES = {
  worths: tableOf(({ worths }) => worths, {
    ...fields("dimension", "value", "questions", "observations", "required"),
    ...estimate("worth", ({ worth }: ObservationWorth) => worth),
  }),
  findings: tableOf(({ findings }) => findings, {
    ...fields("finding"),
    questions_with: (row) => row.with.questions,
    log_with: (row) => row.with.log,
    questions_without: ({ without }) => without.questions,
    log_without: ({ without }) => without.log,
    ...estimate("difference", ({ difference }: FindingScores) => difference),
  }),
  observations: ({ database }: Gateway, requestId: string | undefined) =>
    toCsv(readObservations(database, requestId), OBSERVATION_COLUMNS),
};

function tableOf<Row>(select: (record: ObservationRecord) => readonly Row[], columns: Columns<Row>) {
  return async function* (gateway: Gateway): AsyncGenerator<string> {
    yield* toCsv([select(await readObservationRecord(gateway, Number.POSITIVE_INFINITY))], columns);
  };
}

/** Inputs per query: an input may have 28 KB. */
const PAGE = 20;

/** Yields the observations of the measured inputs, in pages. */
async function* readObservations(
  database: Database,
  requestId: string | undefined,
): AsyncGenerator<MeasuredObservation[]> {
  const isSelected = whenDefined(requestId, isInputOf);
  const pages = readPages<MeasuredInput>((last) =>
    readPage(database, and(isSelected, whenDefined(last?.measured, isAfter))),
  );
  for await (const page of pages) {
    const input = await readInputs(
      database,
      page.map(({ measured }) => measured.inputId),
    );
    yield page.flatMap((row) =>
      input(row.measured.inputId).context.map((observation, index) => ({ ...row, observation, index })),
    );
  }
}

function readPage({ orm }: Database, condition: SQL | undefined) {
  return orm
    .select({
      measured: inputWorths,
      question: tasks.question,
      resolvesAt: tasks.resolvesAt,
      option: scoredQuestions.option,
    })
    .from(inputWorths)
    .innerJoin(tasks, eq(tasks.taskId, inputWorths.taskId))
    .innerJoin(scoredQuestions, eq(scoredQuestions.taskId, inputWorths.taskId))
    .where(condition)
    .orderBy(asc(inputWorths.taskId), asc(inputWorths.inputId))
    .limit(PAGE);
}

function isInputOf(requestId: string): SQL {
  return sql`(${inputWorths.taskId}, ${inputWorths.inputId}) in (
    select task_id, input_id from ${forecastScores} where ${eq(forecastScores.requestId, requestId)})`;
}

function isAfter({ taskId, inputId }: typeof inputWorths.$inferSelect): SQL | undefined {
  return or(gt(inputWorths.taskId, taskId), and(eq(inputWorths.taskId, taskId), gt(inputWorths.inputId, inputId)));
}
