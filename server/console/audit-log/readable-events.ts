import { and, eq, inArray, notExists, notInArray, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { DECISIONS } from "#lib/domain/audit-events.ts";
import type { Member } from "#lib/domain/members.ts";
import { nameOption, type OptionLabels, optionLabels } from "#lib/domain/option-label.ts";
import type { Event } from "#server/audit/log/event.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { evaluations, evaluationVerdicts } from "#server/db/evaluation-schema.ts";
import { eventMember } from "#server/db/event-member.ts";
import { nameActors } from "#server/db/name-actors.ts";
import type { Database } from "#server/db/open.ts";
import { outcomes } from "#server/db/outcome-schema.ts";
import { events, submissions, tasks, verdicts } from "#server/db/schema.ts";

/**
 * Returns an SQL condition that hides verdicts from a member who may not read them yet; undefined if none are hidden.
 * Reviewers judge independently, so a member without a verdict of their own sees no verdict on an open submission until
 * the required number is reached, and no verdict on an evaluation that is in review.
 */
export async function hideVerdicts(
  { database: { orm }, config: { reviewsRequired } }: Pick<ConsoleContext, "database" | "config">,
  member: Member,
): Promise<SQL | undefined> {
  const own = alias(verdicts, "own");
  const hidden = await orm
    .selectDistinct({ id: submissions.id })
    .from(submissions)
    .innerJoin(verdicts, eq(verdicts.submissionId, submissions.id))
    .where(
      and(
        eq(submissions.status, "submitted"),
        sql`(select count(*) from ${verdicts} v where v.submission_id = ${submissions.id}) < ${reviewsRequired}`,
        notExists(
          orm
            .select({ id: own.id })
            .from(own)
            .where(and(eq(own.submissionId, submissions.id), eq(own.reviewerId, member.id))),
        ),
      ),
    );
  const given = alias(evaluationVerdicts, "given");
  const hiddenFiles = await orm
    .selectDistinct({ id: evaluations.id })
    .from(evaluations)
    .innerJoin(evaluationVerdicts, eq(evaluationVerdicts.evaluationId, evaluations.id))
    .where(
      and(
        eq(evaluations.status, "in_review"),
        notExists(
          orm
            .select({ id: given.evaluationId })
            .from(given)
            .where(and(eq(given.evaluationId, evaluations.id), eq(given.reviewerId, member.id))),
        ),
      ),
    );
  const ids = [...hidden, ...hiddenFiles].map(({ id }) => id);
  if (ids.length === 0) return undefined;
  const subject = sql`coalesce(${eventMember("submission_id")}, ${eventMember("evaluation_id")})`;
  return sql`case when ${inArray(events.kind, DECISIONS)}
    then ${notInArray(subject, ids)} else true end`;
}

interface Names {
  /** The name of the actor, or the id if the name is unknown. */
  readonly actor: string;
  /** The name of the API key that the event concerns; null if it concerns none. */
  readonly credential: string | null;
  /** Label of the option that was chosen or that happened; null if there is none. */
  readonly option: string | null;
  /** The question that the event concerns; null if it concerns none, or one that is not stored. */
  readonly question: string | null;
}

/** Reads the names to which events refer by id or by place, and returns a function that looks them up. */
export async function nameInEvents(database: Database, events: readonly Event[]): Promise<(event: Event) => Names> {
  const ids = events.flatMap((event) => [event.actor.id, credentialIn(event) ?? []].flat());
  const taskIds = events.flatMap((event) => ("task_id" in event ? (event.task_id ?? []) : []));
  const [names, rows] = await Promise.all([
    nameActors(database, ids),
    database.orm
      .select({ id: tasks.taskId, options: tasks.options, question: tasks.question, canonical: tasks.canonical })
      .from(tasks)
      .where(inArray(tasks.taskId, [...new Set(taskIds)])),
  ]);
  const found = new Map(rows.map((row) => [row.id, row]));
  const nameOf = (id: string) => names.get(id) ?? id;
  return (event) => {
    const credential = credentialIn(event);
    const option = optionIn(event);
    const task = "task_id" in event ? found.get(event.task_id ?? "") : undefined;
    const id = option === null ? undefined : task?.options[option];
    return {
      actor: nameOf(event.actor.id),
      credential: credential === undefined ? null : nameOf(credential),
      option: id === undefined || task === undefined ? null : nameOption(id, labelsOf(task.canonical)),
      question: task?.question ?? null,
    };
  };
}

/** The stored content may be damaged. The page must show the events nevertheless. */
function labelsOf(canonical: Buffer): OptionLabels {
  try {
    return optionLabels(JSON.parse(String(canonical)).criteria);
  } catch {
    return {};
  }
}

function credentialIn(event: Event): string | undefined {
  return "credential_id" in event ? event.credential_id : undefined;
}

function optionIn(event: Event): number | null {
  return "choice" in event ? event.choice : event.kind === "outcome.recorded" ? event.option : null;
}

/** Returns an SQL condition that hides the verdicts and candidate's answers that the member may not read yet. */
export async function readableEvents(
  context: Pick<ConsoleContext, "database" | "config">,
  member: Member,
): Promise<SQL | undefined> {
  return and(await hideVerdicts(context, member), hideCandidateAnswers);
}

/**
 * An SQL condition that hides answers of the candidate until the outcome of their question is confirmed, so that they
 * influence no member.
 */
export const hideCandidateAnswers = sql`(${events.kind} <> 'candidate.answered' or exists (
  select from ${outcomes} where ${outcomes.taskId} = ${events.taskId} and ${outcomes.status} = 'confirmed'
))`;
