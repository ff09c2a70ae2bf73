import { and, asc, eq, gt, inArray } from "drizzle-orm";
import type { Task } from "#lib/contract/request.ts";
import type { ResolvedCase } from "#lib/evaluation/resolved-case.ts";
import type { Asked } from "#lib/evaluation/run-evaluation.ts";
import type { Answers } from "#lib/scores/evaluation.ts";
import type { Event } from "#server/audit/log/event.ts";
import { resultOf } from "#server/audit/log/recorded-answer.ts";
import { evaluationCases } from "#server/db/evaluation-schema.ts";
import type { Database } from "#server/db/open.ts";
import { readPages } from "#server/db/read-pages.ts";
import { events } from "#server/db/schema.ts";
import { readRequests } from "#server/gateway/forecasts/read-content.ts";
import type { Evaluation } from "./read-evaluation.ts";

type Row = typeof evaluationCases.$inferSelect;

const PAGE = 200;

/** Reads all closed cases and their answers from the audit log, page by page. Throws if the audit log has no answer to a closed case. */
export async function readAnswers(database: Database, { id, release }: Evaluation): Promise<Answers> {
  const cases: ResolvedCase[] = [];
  const answers: Asked[] = [];
  const pages = readPages<Row>((last) =>
    database.orm
      .select()
      .from(evaluationCases)
      .where(and(eq(evaluationCases.evaluationId, id), gt(evaluationCases.index, last?.index ?? -1)))
      .orderBy(asc(evaluationCases.index))
      .limit(PAGE),
  );
  for await (const rows of pages) {
    const [ended, asked] = [rows.filter(({ requestId }) => requestId !== null), await readAsked(database, rows)];
    const closed = await readCases(database, release, ended);
    cases.push(...closed);
    answers.push(...closed.map(({ request }, index) => asked(ended[index] as Row, request.task)));
  }
  return { cases, answers };
}

async function readCases(database: Database, model: string, rows: readonly Row[]): Promise<ResolvedCase[]> {
  const requestOf = await readRequests(database, model, rows);
  return rows.map(({ line, set, question, outcome, block, references, ...subject }) => ({
    ...{ line, set, question, request: requestOf(subject), outcome },
    block: block ?? undefined,
    references: references ?? undefined,
  }));
}

async function readAsked({ orm }: Database, rows: readonly Row[]): Promise<(row: Row, task: Task) => Asked> {
  const requestIds = rows.flatMap(({ requestId }) => requestId ?? []);
  const found = await orm
    .select({ body: events.body })
    .from(events)
    .where(and(inArray(events.requestId, requestIds), eq(events.kind, "evaluation.answered")));
  const answered = new Map(
    found.flatMap(({ body }) => {
      const event: Event = JSON.parse(body.toString());
      return event.kind === "evaluation.answered" ? [[event.request_id, event] as const] : [];
    }),
  );
  return ({ evaluationId, index, requestId, code, reason }, task) => {
    if (code !== null) return { ok: false, code, reason: reason ?? "" };
    const event = answered.get(requestId ?? "");
    if (event?.evaluation_id !== evaluationId || event.case_index !== index) {
      throw new Error(`the audit log has no answer to case ${index} of evaluation ${evaluationId}`);
    }
    return { ok: true, modelVersion: event.model_version, probabilities: resultOf(event, task).probabilities };
  };
}
