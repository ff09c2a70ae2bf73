import { and, asc, eq, gt, gte, isNotNull, isNull, lt, lte, or } from "drizzle-orm";
import { MAX_CASES } from "#lib/domain/evaluations.ts";
import type { ResolvedFilter } from "#lib/domain/resolved-questions.ts";
import { GatewayError } from "#server/base/errors.ts";
import { storableInstant } from "#server/db/columns.ts";
import { questionHasTag } from "#server/db/has-tag.ts";
import type { Drizzle } from "#server/db/open.ts";
import { outcomes } from "#server/db/outcome-schema.ts";
import { approvals, bindings, inputs, submissions, tasks } from "#server/db/schema.ts";
import { whenDefined } from "#server/db/when-defined.ts";
import { orderedOptions } from "#server/gateway/submissions/declare-order.ts";
import type { Work } from "#server/limits/work.ts";
import type { CaseToPrint } from "./print-cases.ts";

interface ResolvedInput extends CaseToPrint {
  readonly asOf: Date;
  /** Ids of the findings at submission, sorted. */
  readonly findings: readonly string[];
}

interface Scope {
  /** The task must be bound to this release. */
  readonly release: string;
  readonly now: Date;
}

const PAGE = 500;

/**
 * Returns the approved inputs of questions with a confirmed outcome and a past resolution date, sorted by task,
 * information cutoff and input. Omits inputs whose information cutoff is not before the outcome was decided. Throws
 * BAD_REQUEST if there are more than MAX_CASES.
 */
export async function findResolvedCases(
  orm: Drizzle,
  filter: ResolvedFilter,
  scope: Scope,
  work: Work,
): Promise<readonly ResolvedInput[]> {
  const set = filter.tag ?? "resolved questions";
  const from = filter.cutoffFrom === undefined ? undefined : new Date(filter.cutoffFrom);
  const found: ResolvedInput[] = [];
  for await (const { asOf: text, happenedAt, ...row } of readApproved(orm, filter, scope, work)) {
    const asOf = storableInstant(text);
    if (asOf === undefined || asOf >= happenedAt || (from !== undefined && asOf < from)) continue;
    const one = { ...row, set, question: row.taskId, asOf };
    const last = found.at(-1);
    if (filter.inputs === "all" || last?.taskId !== row.taskId) found.push(one);
    else if (asOf >= last.asOf) found[found.length - 1] = one;
    if (found.length > MAX_CASES) {
      const message = `More than ${MAX_CASES} inputs match. Restrict the tag or the dates.`;
      throw new GatewayError("BAD_REQUEST", { message });
    }
  }
  return found.sort(
    (one, other) =>
      compare(one.taskId, other.taskId) || compare(one.asOf, other.asOf) || compare(one.inputId, other.inputId),
  );
}

function compare<T extends string | Date>(one: T, other: T): number {
  return one < other ? -1 : Number(one > other);
}

/** Yields approved inputs by task and input. */
async function* readApproved(
  orm: Drizzle,
  { tag, resolvedFrom, resolvedBefore }: ResolvedFilter,
  { release, now }: Scope,
  work: Work,
) {
  for (let last: { taskId: string; inputId: string } | undefined; ; ) {
    await work.step();
    const rows = await orm
      .select({
        taskId: approvals.taskId,
        inputId: approvals.inputId,
        asOf: inputs.asOf,
        outcome: outcomes.option,
        happenedAt: outcomes.happenedAt,
        findings: submissions.findings,
        task: { options: tasks.options, optionOrder: tasks.optionOrder },
      })
      .from(approvals)
      .innerJoin(
        bindings,
        and(eq(bindings.taskId, approvals.taskId), eq(bindings.release, release), isNull(bindings.revokedAt)),
      )
      .innerJoin(
        outcomes,
        and(eq(outcomes.taskId, approvals.taskId), eq(outcomes.status, "confirmed"), isNotNull(outcomes.option)),
      )
      .innerJoin(tasks, eq(tasks.taskId, approvals.taskId))
      .innerJoin(inputs, eq(inputs.inputId, approvals.inputId))
      .innerJoin(submissions, eq(submissions.id, approvals.submissionId))
      .where(
        and(
          isNull(approvals.revokedAt),
          lte(tasks.resolvesAt, now),
          whenDefined(resolvedFrom, (start) => gte(tasks.resolvesAt, new Date(start))),
          whenDefined(resolvedBefore, (end) => lt(tasks.resolvesAt, new Date(end))),
          whenDefined(tag, (name) => questionHasTag(approvals.taskId, name)),
          whenDefined(last, ({ taskId, inputId }) =>
            // Written so that the index on the task is used.
            and(gte(approvals.taskId, taskId), or(gt(approvals.taskId, taskId), gt(approvals.inputId, inputId))),
          ),
        ),
      )
      .orderBy(asc(approvals.taskId), asc(approvals.inputId))
      .limit(PAGE);
    for (const { outcome, findings, task, ...row } of rows) {
      if (outcome !== null) yield { ...row, outcome, findings: idsOf(findings), optionOrder: orderedOptions(task) };
    }
    last = rows.at(-1);
    if (last === undefined) return;
  }
}

/** Removes the severities from stored findings, such as "high:date-after-as-of". */
function idsOf(findings: readonly string[]): string[] {
  return [...new Set(findings.map((finding) => finding.replace(/^[a-z]+:/, "")))].sort();
}
