import { canonicalJson } from "#lib/contract/canonical.ts";
import type { Distribution } from "#lib/stats/distribution.ts";
import { sha256 } from "#server/base/digest.ts";
import type { evaluationCases } from "./evaluation-schema.ts";

type Case = Pick<
  typeof evaluationCases.$inferSelect,
  "line" | "set" | "question" | "taskId" | "inputId" | "outcome"
> & {
  readonly options?: readonly string[] | null | undefined;
  readonly block?: string | null | undefined;
  readonly references?: Readonly<Record<string, Distribution>> | null | undefined;
};

/** Returns the digest of an evaluation's cases in file order, which the audit event of the upload contains. */
export function digestCases(cases: readonly Case[]): string {
  const lines = cases.map(({ line, set, question, taskId, inputId, outcome, options, block, references }) => {
    // Absent members are left out, so that the digests of earlier releases stay valid.
    const more = { ...(block && { block }), ...(references && { references }) };
    const isPlain = Object.keys(more).length === 0;
    return canonicalJson([
      line,
      set,
      question,
      taskId,
      inputId,
      outcome,
      ...(options ?? []),
      ...(isPlain ? [] : [more]),
    ]);
  });
  return sha256(lines.join("\n")).toString("hex");
}
