import type { EvaluationComparison, EvaluationReport } from "#lib/scores/evaluation.ts";
import { sha256 } from "#server/base/digest.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import type { Work } from "#server/limits/work.ts";
import { readEvaluation, readReport } from "./read-evaluations.ts";
import { readAnswers } from "./run-evaluation.ts";

/**
 * Returns an evaluation's report as text, in the format of `npm run evaluate`. Throws NOT_FOUND if there is no report
 * yet, INTERNAL_ERROR if the report does not match its recorded digest.
 */
export async function getReportText(
  { database: { orm } }: Pick<ConsoleContext, "database">,
  id: string,
): Promise<string> {
  const { reportDigest } = await readEvaluation(orm, id);
  const text = await readReport(orm, id);
  if (text === undefined)
    throw new GatewayError("NOT_FOUND", {
      message: "This evaluation has no report yet. Reports are stored when an evaluation finishes.",
    });
  if (sha256(text).toString("hex") === reportDigest) return text;
  const message =
    "The stored report does not match its recorded digest: it was changed in the database. Run npm run verify.";
  throw new GatewayError("INTERNAL_ERROR", { wholeMessage: message, detail: message });
}

export async function getReport(gateway: Pick<ConsoleContext, "database">, id: string): Promise<EvaluationReport> {
  return JSON.parse(await getReportText(gateway, id));
}

/** Compares two evaluations on the cases that both answered. Throws CONFLICT if either is not finished. */
export async function compareEvaluations(
  { database, computer }: Pick<ConsoleContext, "database" | "computer">,
  one: string,
  other: string,
  work: Work,
): Promise<EvaluationComparison> {
  const both = [await readEvaluation(database.orm, one), await readEvaluation(database.orm, other)] as const;
  for (const { status, title } of both) {
    if (status !== "finished")
      throw new GatewayError("CONFLICT", {
        message: `"${title}" is not finished. Only finished evaluations can be compared.`,
      });
  }
  const [readOne, readOther] = [() => readAnswers(database, both[0]), () => readAnswers(database, both[1])];
  return work.aside(() => computer.comparison(readOne, readOther, work.signal));
}
