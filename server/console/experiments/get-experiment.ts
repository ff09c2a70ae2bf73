import { and, asc, desc, eq } from "drizzle-orm";
import type { PredictionRequest } from "#lib/contract/request.ts";
import type { Status } from "#lib/contract/statuses.ts";
import type { Member } from "#lib/domain/members.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { getSubmission, type SubmissionDetail } from "#server/console/submissions/get-submission.ts";
import type { Database } from "#server/db/open.ts";
import { events, submissions } from "#server/db/schema.ts";
import { readAnswered } from "#server/gateway/forecasts/read-answered.ts";

export interface ExperimentInput {
  readonly submissionId: string;
  readonly name: string;
  readonly status: Status;
  readonly request: PredictionRequest;
  readonly mayRun: boolean;
  /** Whether the reader may decide on the submission. */
  readonly mayDecide: boolean;
  /** Latest forecast of this input; null if there is none. */
  readonly forecast: ExperimentForecast | null;
}

interface ExperimentForecast {
  readonly requestId: string;
  readonly modelVersion: string;
  readonly probabilities: Readonly<Record<string, number>>;
}

export interface ExperimentDetail {
  readonly title: string;
  /** Option ids in the author's order. */
  readonly options: readonly string[];
  readonly base: ExperimentInput;
  readonly variants: readonly ExperimentInput[];
}

/** Returns the original submission and its variants, each with its latest forecast. Throws NOT_FOUND. */
export async function getExperiment(
  gateway: Pick<ConsoleContext, "config" | "database" | "now">,
  member: Member,
  id: string,
): Promise<ExperimentDetail> {
  const { database } = gateway;
  const rows = await database.orm
    .select({ id: submissions.id, of: submissions.variantOf })
    .from(submissions)
    .where(eq(submissions.experimentId, id))
    .orderBy(asc(submissions.id));
  const [first] = rows;
  if (first === undefined || first.of === null) {
    throw new GatewayError("NOT_FOUND", { message: "This experiment does not exist." });
  }
  const base = await getSubmission(gateway, member, first.of);
  const variants = await Promise.all(rows.map((row) => getSubmission(gateway, member, row.id)));
  return {
    title: base.title,
    options: base.options,
    base: await showInput(database, base),
    variants: await Promise.all(variants.map((variant) => showInput(database, variant))),
  };
}

async function showInput(database: Database, submission: SubmissionDetail): Promise<ExperimentInput> {
  const { submissionId, variant, status, request, may } = submission;
  const forecast = await findLast(database, submission);
  const name = variant ?? "Original submission";
  return { submissionId, name, status, request, mayRun: may.run, mayDecide: may.decide === null, forecast };
}

async function findLast(
  { orm }: Database,
  { release, taskId, inputId }: SubmissionDetail,
): Promise<ExperimentForecast | null> {
  const [last] = await orm
    .select({ body: events.body })
    .from(events)
    .where(
      and(
        eq(events.kind, "prediction.answered"),
        eq(events.taskId, taskId),
        eq(events.inputId, inputId),
        eq(events.release, release),
      ),
    )
    .orderBy(desc(events.seq))
    .limit(1);
  if (last === undefined) return null;
  const { request_id, model_version, result } = readAnswered(last.body);
  return { requestId: request_id, modelVersion: model_version, probabilities: result.probabilities };
}
