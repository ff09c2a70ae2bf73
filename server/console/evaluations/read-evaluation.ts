import { eq, getTableColumns } from "drizzle-orm";
import { GatewayError } from "#server/base/errors.ts";
import { evaluations } from "#server/db/evaluation-schema.ts";
import type { Drizzle } from "#server/db/open.ts";

const { report, ...WITHOUT_REPORT } = getTableColumns(evaluations);

/** Omits the report, which may be large. */
export type Evaluation = Omit<typeof evaluations.$inferSelect, "report">;

export const EVALUATION_COLUMNS = WITHOUT_REPORT;

export async function readEvaluation(orm: Drizzle, id: string): Promise<Evaluation> {
  return required(await orm.select(EVALUATION_COLUMNS).from(evaluations).where(eq(evaluations.id, id)));
}

/** Like `readEvaluation`, but locks the row until the transaction ends. */
export async function lockEvaluation(transaction: Drizzle, id: string): Promise<Evaluation> {
  const found = transaction.select(EVALUATION_COLUMNS).from(evaluations).where(eq(evaluations.id, id));
  return required(await found.for("update"));
}

function required([evaluation]: readonly Evaluation[]): Evaluation {
  if (evaluation === undefined) throw new GatewayError("NOT_FOUND", { message: "This evaluation does not exist." });
  return evaluation;
}

export async function readReport(orm: Drizzle, id: string): Promise<string | undefined> {
  const [found] = await orm.select({ report }).from(evaluations).where(eq(evaluations.id, id));
  return found?.report?.toString();
}
