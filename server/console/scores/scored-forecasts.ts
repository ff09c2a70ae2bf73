import { and, desc, eq, inArray, lt, type SQL, sql } from "drizzle-orm";
import { nameOption, optionLabels } from "#lib/domain/option-label.ts";
import { rankedScore } from "#lib/scores/score-forecast.ts";
import { isoDates } from "#server/base/iso-dates.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { forecastScores } from "#server/db/outcome-schema.ts";
import { tasks } from "#server/db/schema.ts";
import { whenDefined } from "#server/db/when-defined.ts";
import { readTasks } from "#server/gateway/forecasts/read-content.ts";
import { isInPart, type Part, WHOLE } from "./part-of-record.ts";

export const SCORE_ORDERS = ["newest", "worst"] as const;

export interface ScoredFilter {
  readonly part?: Part | undefined;
  /** Selects forecasts that give any option a probability in this bin of the reliability diagram. Bins start at 0. */
  readonly bin?: number | undefined;
  /** `worst`: the forecast of each question with the highest log score, the worst questions first. */
  readonly order: (typeof SCORE_ORDERS)[number];
  /** Request id of the last forecast on the previous page. Only for the order `newest`. */
  readonly after?: string | undefined;
  readonly limit: number;
}

export type ScoredForecast = Awaited<ReturnType<typeof listScored>>[number];

export async function listScored(
  { database: { orm }, now }: Pick<ConsoleContext, "database" | "now">,
  { part = WHOLE, bin, order, after, limit }: ScoredFilter,
) {
  const { requestId, taskId } = forecastScores;
  const fits = isInPart(part, now());
  const worst = orm
    .selectDistinctOn([taskId], { requestId })
    .from(forecastScores)
    .where(fits)
    .orderBy(taskId, ...ORDERS.worst);
  const rows = await orm
    .select({ score: forecastScores, instructions: tasks.question, order: tasks.optionOrder })
    .from(forecastScores)
    .innerJoin(tasks, eq(tasks.taskId, forecastScores.taskId))
    .where(
      and(
        fits,
        order === "worst" ? inArray(requestId, worst) : undefined,
        whenDefined(bin, hasBin),
        whenDefined(after, (last) => lt(requestId, last)),
      ),
    )
    .orderBy(...ORDERS[order])
    .limit(limit);
  return rows.map(({ score, order, instructions }) => ({ ...showScore(score, order), instructions }));
}

/** Adds the short labels of the options that happened. */
export async function listNamed(gateway: Pick<ConsoleContext, "database" | "now">, filter: ScoredFilter) {
  const listed = await listScored(gateway, filter);
  const task = await readTasks(
    gateway.database,
    listed.map(({ taskId }) => taskId),
  );
  return listed.map((forecast) => ({
    ...forecast,
    label: nameOption(forecast.option, optionLabels(task(forecast.taskId).criteria)),
  }));
}

/** Request ids are UUIDv7, which sort by creation time. */
const ORDERS = {
  newest: [desc(forecastScores.requestId)],
  worst: [desc(forecastScores.log), desc(forecastScores.requestId)],
};

function hasBin(bin: number): SQL {
  return sql`${forecastScores.bins} & ${1 << bin} <> 0`;
}

export function showScore(score: typeof forecastScores.$inferSelect, order: readonly number[] | null) {
  const { requestId, taskId, inputId, generatedAt, happenedAt, countsFrom, option, choice, brier, log } = score;
  return {
    ...isoDates({ requestId, taskId, inputId, generatedAt, happenedAt, countsFrom }),
    ...{ option, choice, brier, log, rps: rankedScore(score.probabilities, score.happened, order) },
    /** Forecast probability of `option`, which happened. */
    probability: score.probabilities[score.happened] ?? 0,
    findings: score.findings,
  };
}
