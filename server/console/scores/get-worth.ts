import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "#server/db/open.ts";
import { forecastScores, scoredQuestions } from "#server/db/outcome-schema.ts";

const NOT_MEASURED = {
  waiting: "The worth is being computed. Reload this page in a minute.",
  retrospective: "The forecast is retrospective: its information cutoff lies before the model’s training cutoff.",
  other:
    "The worth is computed when the outcome is confirmed, if the embedded model is running in the version that made the forecast, and the input is still approved.",
} as const;

export type Worth =
  | {
      readonly measured: true;
      /** In nats, in the order of the observations. Null if the model has no answer without the observation. */
      readonly worths: readonly (number | null)[];
    }
  | { readonly measured: false; readonly reason: string };

/** Returns the worth of a forecast's observations, or why it is unknown. Returns null if the forecast has no score. */
export async function readWorthOf({ orm }: Database, requestId: string): Promise<Worth | null> {
  const { taskId, inputId, version, retrospective, predictionId } = forecastScores;
  const [found] = await orm
    .select({ inputId, version, retrospective, worths: scoredQuestions.worths })
    .from(forecastScores)
    .innerJoin(scoredQuestions, eq(scoredQuestions.taskId, taskId))
    .where(and(eq(forecastScores.requestId, requestId), isNull(predictionId)));
  if (found === undefined) return null;
  if (found.retrospective) return { measured: false, reason: NOT_MEASURED.retrospective };
  if (found.worths === null) return { measured: false, reason: NOT_MEASURED.waiting };
  const measured = found.worths.find((one) => one.inputId === found.inputId && one.version === found.version);
  if (measured === undefined) return { measured: false, reason: NOT_MEASURED.other };
  return { measured: true, worths: measured.observations.map(({ worth }) => worth) };
}
