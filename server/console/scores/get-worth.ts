import { and, eq } from "drizzle-orm";
import type { Database } from "#server/db/open.ts";
import { forecastScores, scoredQuestions } from "#server/db/outcome-schema.ts";
import { inputWorths } from "#server/db/worth-schema.ts";

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
  const { taskId, inputId, version, retrospective } = forecastScores;
  const isSame = and(
    eq(inputWorths.taskId, taskId),
    eq(inputWorths.inputId, inputId),
    eq(inputWorths.version, version),
  );
  const [found] = await orm
    .select({ retrospective, measured: scoredQuestions.measured, worths: inputWorths.worths })
    .from(forecastScores)
    .innerJoin(scoredQuestions, eq(scoredQuestions.taskId, taskId))
    .leftJoin(inputWorths, isSame)
    .where(eq(forecastScores.requestId, requestId));
  if (found === undefined) return null;
  if (found.retrospective) return { measured: false, reason: NOT_MEASURED.retrospective };
  if (!found.measured) return { measured: false, reason: NOT_MEASURED.waiting };
  if (found.worths === null) return { measured: false, reason: NOT_MEASURED.other };
  return { measured: true, worths: found.worths };
}
