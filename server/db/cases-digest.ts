import { canonicalJson } from "#lib/contract/canonical.ts";
import { sha256 } from "#server/base/digest.ts";
import type { evaluationCases } from "./evaluation-schema.ts";

type Case = Pick<
  typeof evaluationCases.$inferSelect,
  "line" | "set" | "question" | "taskId" | "inputId" | "outcome"
> & {
  readonly options?: readonly string[] | null | undefined;
};

/** Returns the digest of an evaluation's cases in file order, which the audit event of the upload contains. */
export function digestCases(cases: readonly Case[]): string {
  const lines = cases.map(({ line, set, question, taskId, inputId, outcome, options }) =>
    canonicalJson([line, set, question, taskId, inputId, outcome, ...(options ?? [])]),
  );
  return sha256(lines.join("\n")).toString("hex");
}
