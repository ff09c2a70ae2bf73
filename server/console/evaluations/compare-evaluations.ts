import type { EvaluationComparison } from "#lib/scores/evaluation.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import type { Work } from "#server/limits/work.ts";
import { readAnswers } from "./read-answers.ts";
import { readEvaluation } from "./read-evaluation.ts";

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
