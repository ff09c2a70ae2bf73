import { basename } from "node:path";
import { asc, eq } from "drizzle-orm";
import { GatewayError } from "#server/base/errors.ts";
import { evaluationCases } from "#server/db/evaluation-schema.ts";
import type { Database } from "#server/db/open.ts";
import { printCases } from "./print-cases.ts";
import { readEvaluation } from "./read-evaluations.ts";

/**
 * Prints the file of an evaluation on resolved questions. Its SHA-256 is the evaluation's digest. Throws NOT_FOUND for
 * an uploaded file, because its bytes are not stored.
 */
export async function printResolved(database: Database, id: string) {
  const { release, fileName, selection } = await readEvaluation(database.orm, id);
  if (selection === null) throw new GatewayError("NOT_FOUND", { message: "Uploaded files are not stored." });
  const { set, question, taskId, inputId, outcome, optionOrder } = evaluationCases;
  const cases = await database.orm
    .select({ set, question, taskId, inputId, outcome, optionOrder })
    .from(evaluationCases)
    .where(eq(evaluationCases.evaluationId, id))
    .orderBy(asc(evaluationCases.index));
  return { name: basename(fileName, ".jsonl"), parts: printCases(database, release, cases) };
}
