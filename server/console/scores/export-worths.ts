import { and, asc, eq, gt, or, type SQL, sql } from "drizzle-orm";
import { visible } from "#lib/format.ts";
import { nameObservation } from "#lib/scores/sum-worths.ts";
import { writeCsv } from "#server/base/write-csv.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import type { Database } from "#server/db/open.ts";
import { forecastScores, scoredQuestions } from "#server/db/outcome-schema.ts";
import { tasks } from "#server/db/schema.ts";
import { whenDefined } from "#server/db/when-defined.ts";
import { inputWorths } from "#server/db/worth-schema.ts";
import { readInputs } from "#server/gateway/forecasts/read-content.ts";
import { type ObservationRecord, readObservationRecord } from "./get-observation-record.ts";

type Row = readonly (string | number | null | undefined)[];

/** Rows of each table of the page. The first row is the header. */
const TABLES = {
  worths: ({ worths }: ObservationRecord): Row[] => [
    ["dimension", "value", "questions", "observations", "required", "worth", "worth_low", "worth_high"],
    ...worths.map(({ dimension, value, questions, observations, required, worth }) => [
      dimension,
      visible(value),
      questions,
      observations,
      required,
      worth?.value,
      worth?.interval?.low,
      worth?.interval?.high,
    ]),
  ],
  findings: ({ findings }: ObservationRecord): Row[] => [
    [
      "finding",
      "questions_with",
      "log_with",
      "questions_without",
      "log_without",
      "difference",
      "difference_low",
      "difference_high",
    ],
    ...findings.map(({ finding, with: having, without, difference }) => [
      finding,
      having.questions,
      having.log,
      without.questions,
      without.log,
      difference?.value,
      difference?.interval?.low,
      difference?.interval?.high,
    ]),
  ],
} as const;

export const WORTH_TABLES = [...(Object.keys(TABLES) as (keyof typeof TABLES)[]), "observations"] as const;

/** Streams a table as CSV. `requestId` restricts the table `observations` to the input of one forecast. */
export async function* worthsToCsv(
  gateway: Pick<ConsoleContext, "database" | "now">,
  table: (typeof WORTH_TABLES)[number],
  requestId: string | undefined,
): AsyncGenerator<string> {
  if (table === "observations") yield* observationsToCsv(gateway.database, requestId);
  else yield writeCsv(TABLES[table](await readObservationRecord(gateway, Number.POSITIVE_INFINITY)));
}

const OBSERVATION_COLUMNS = [
  "task_id",
  "input_id",
  "question",
  "resolves_at",
  "outcome",
  "model_version",
  "observation",
  "kind",
  "source",
  "observed_at",
  "worth",
];

/** Inputs per query: an input may have 28 KB. */
const PAGE = 20;

async function* observationsToCsv(database: Database, requestId: string | undefined): AsyncGenerator<string> {
  yield writeCsv([OBSERVATION_COLUMNS]);
  for (let after: typeof inputWorths.$inferSelect | undefined; ; ) {
    const page = await readPage(database, and(whenDefined(requestId, isInputOf), whenDefined(after, isAfter)));
    const input = await readInputs(
      database,
      page.map(({ measured }) => measured.inputId),
    );
    const rows = page.flatMap(({ measured, question, resolvesAt, option }) => {
      const { taskId, inputId, version, worths } = measured;
      const subject = [taskId, inputId, visible(question), resolvesAt.toISOString(), option, version];
      return input(inputId).context.map((observation, index) => {
        const { kind, source } = nameObservation(observation);
        return [...subject, index + 1, kind, visible(source ?? ""), observation.observed_at, worths[index]];
      });
    });
    if (rows.length > 0) yield writeCsv(rows);
    after = page.at(-1)?.measured;
    if (after === undefined) return;
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
