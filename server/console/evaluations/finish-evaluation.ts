import { and, eq } from "drizzle-orm";
import { sha256 } from "#server/base/digest.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { evaluations } from "#server/db/evaluation-schema.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { readAnswers } from "./read-answers.ts";
import { readEvaluation } from "./read-evaluation.ts";

const ACTOR = { type: "system", id: "evaluations" } as const;

/** Computes the report of an evaluation whose cases are all closed. Stores it unless the evaluation was paused or stopped. */
export async function finishEvaluation(
  gateway: Pick<ConsoleContext, "config" | "database" | "events" | "model" | "now" | "computer">,
  id: string,
): Promise<void> {
  const { database, config, model, events, computer, now } = gateway;
  const evaluation = await readEvaluation(database.orm, id);
  const subject = {
    adapter: config.model.adapter,
    server: model.status().server ?? null,
    dataDigest: evaluation.dataDigest,
    files: [evaluation.fileName],
  };
  const report = await computer.evaluation(subject, () => readAnswers(database, evaluation));
  const reportDigest = sha256(report).toString("hex");
  await inTransaction(database, async (transaction) => {
    const finished = await transaction
      .update(evaluations)
      .set({ status: "finished", endedAt: now(), report: Buffer.from(report), reportDigest })
      .where(and(eq(evaluations.id, id), eq(evaluations.status, "running")))
      .returning({ id: evaluations.id });
    if (finished.length === 0) return;
    await events.appendIn(transaction, ACTOR, {
      kind: "evaluation.ended",
      evaluation_id: id,
      status: "finished",
      report_digest: reportDigest,
    });
  });
}
