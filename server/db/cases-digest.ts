import { canonicalJson } from "#lib/contract/canonical.ts";
import { sha256 } from "#server/base/digest.ts";
import type { evaluationCases } from "./evaluation-schema.ts";

type Case = Pick<
  typeof evaluationCases.$inferInsert,
  "line" | "set" | "question" | "taskId" | "inputId" | "outcome" | "options" | "optionOrder" | "block" | "references"
>;

/** Returns the digest of an evaluation's cases in file order, which the audit event of the upload contains. */
export function digestCases(cases: readonly Case[]): string {
  const lines = cases.map(({ options = null, optionOrder = null, block = null, references = null, ...one }) => {
    const { line, set, question, taskId, inputId, outcome } = one;
    return canonicalJson([line, set, question, taskId, inputId, outcome, options, optionOrder, block, references]);
  });
  return sha256(lines.join("\n")).toString("hex");
}
