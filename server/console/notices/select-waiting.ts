import { and, not, or, type SQL, sql } from "drizzle-orm";
import { HAND_OVER_DAYS } from "#lib/domain/limits.ts";
import { isPermitted, type Permission, type Role } from "#lib/domain/members.ts";
import type { FoundKind } from "#lib/domain/waiting.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { inQueue, isDecided, isWritten } from "#server/console/reviews/list-queue.ts";
import { tasksWrittenBy } from "#server/console/submissions/written-by.ts";
import { isDue } from "#server/db/conditions.ts";
import { isThisMonth } from "#server/db/token-budget.ts";

/** A member, or the organisation as the owner of a webhook. */
export interface Recipient {
  readonly id: string;
  readonly role: Role | "organisation";
  readonly isAway: boolean;
}

/** Whether the recipient is a member with the permission. */
export function mayDo({ role }: Pick<Recipient, "role">, permission: Permission): boolean {
  return role !== "organisation" && isPermitted({ role }, permission);
}

/**
 * Returns SQL queries of the subjects that wait for a recipient, by kind. Columns: `subject`; `at`, the time since when;
 * `title`; `from_key`, whether it was sent with an API key; and `held`, whether the recipient is not told for now: another
 * reviewer has claimed the submission, the reviewer is away, or a reviewer on duty may decide instead of the
 * administrator. `onDuty`: the reviewers who are not away.
 */
export function selectWaiting(
  { config, now }: Pick<ConsoleContext, "config" | "now">,
  { id, role, isAway }: Recipient,
  onDuty: readonly Recipient[],
): { readonly [Kind in FoundKind]?: SQL } {
  const at = sql`${now().toISOString()}::timestamptz`;
  const isMember = role !== "organisation";
  const isReviewer = mayDo({ role }, "decide");
  const isAdmin = mayDo({ role }, "administer");
  const isOff = sql`${isReviewer && isAway}::boolean`;
  const ownKeys = sql`(select id::text from credentials where owner_id = ${id})`;
  const select = (columns: SQL, rest: SQL, held: SQL = isOff) =>
    sql`select ${columns}, false as from_key, ${held} as held ${rest}`;

  const target = sql`(submissions.created_at + least(
    make_interval(secs => ${config.reviewTarget / 1_000}),
    case when tasks.resolves_at > submissions.created_at then (tasks.resolves_at - submissions.created_at) / 4 end))`;
  const submitted = (since: SQL, where: SQL | undefined, held: SQL | undefined = isOff) => sql`
    select submissions.id::text as subject, ${since} as at, title, origin in ('caller', 'agent') as from_key, ${held} or exists (
      select from claims c where c.submission_id = submissions.id and c.reviewer_id <> ${id} and c.expires_at > ${at}
    ) as held
    from submissions join tasks on tasks.task_id = submissions.task_id where ${where}`;
  const isOpen = isReviewer ? inQueue({ config }, { id }, { mine: false }) : sql`submissions.status = 'submitted'`;
  const mayAnyDecide = or(
    sql`false`,
    ...onDuty.map((one) => not(sql`(${or(isWritten(config, one), isDecided(one))})`)),
  );

  return {
    ...((!isMember || mayDo({ role }, "review")) && {
      "submission.waiting": submitted(sql`submissions.created_at`, isOpen, isAdmin ? mayAnyDecide : isOff),
      "submission.overdue": submitted(target, and(isOpen, sql`${target} <= ${at}`)),
    }),
    ...((isReviewer || isAdmin) && {
      "evaluation.waiting": select(
        sql`e.id::text as subject, uploaded_at as at, title`,
        sql`from evaluations e where status = 'in_review' and uploaded_by <> ${id}
          and not exists (select from evaluation_verdicts v where v.evaluation_id = e.id and v.reviewer_id = ${id})
          and not exists (
            select from evaluation_cases c where c.evaluation_id = e.id and c.task_id in ${tasksWrittenBy(config, { id })}
          )`,
        sql`${isAdmin ? onDuty.length > 0 : isAway}::boolean`,
      ),
    }),
    ...((!isMember || mayDo({ role }, "submit")) && {
      "outcome.due": select(
        sql`tasks.task_id as subject, resolves_at as at, question as title`,
        sql`from tasks where ${isDue(now())} and resolves_at > ${at} - interval '30 days' and (${!isMember}
          or exists (select from submissions s where s.task_id = tasks.task_id
            and (s.author_id = ${id} or s.author_id in ${ownKeys})))`,
      ),
    }),
    ...(isMember && {
      ...(mayDo({ role }, "confirm") && {
        "outcome.unconfirmed": select(
          sql`o.id::text as subject, recorded_at as at, question as title`,
          sql`from outcomes o join tasks t on t.task_id = o.task_id where status = 'recorded' and recorded_by <> ${id}`,
        ),
      }),
      "credential.expiring": select(
        sql`id::text as subject, warn_at as at, name as title`,
        sql`from credentials
          cross join least(expires_at, hand_over_by) as ends_at
          cross join lateral (select ends_at - least(interval '7 days', (ends_at - created_at) / 2) as warn_at) as warned
          where revoked_at is null and ends_at > ${at} and warn_at <= ${at} and (${isAdmin} or id::text in ${ownKeys})`,
      ),
      // Owners whose session the provider has ended usually sign in again within a day.
      "credential.ownerless": select(
        sql`id::text as subject, hand_over_by - make_interval(days => ${HAND_OVER_DAYS - 1}) as at, name as title`,
        sql`from credentials where ${isAdmin} and revoked_at is null and least(expires_at, hand_over_by) > ${at}
          and hand_over_by <= ${at} + make_interval(days => ${HAND_OVER_DAYS - 1})`,
      ),
      "budget.near": select(
        // Usage is stored by day: the end of the day on which 80 % was reached, or the present.
        sql`subject, least(${at}, (min(day) + 1)::timestamp at time zone 'UTC') as at, min(title) as title`,
        sql`from (
          select subject, title, monthly, day, sum(tokens) over (partition by subject order by day) as used
          from (
            select subject, day, input_tokens + output_tokens as tokens from token_usage cross join lateral (
              values (case payer when 'credential' then payer_id end), (case payer when 'candidate' then payer else 'gateway' end)
            ) as owners (subject) where ${isThisMonth(now())}
          ) as spent join (
            select id::text as subject, name as title, monthly_tokens as monthly from credentials
            where revoked_at is null and (${isAdmin} or id::text in ${ownKeys})
            union all select 'gateway', 'MODEL_MONTHLY_TOKENS', ${config.model.monthlyTokens ?? null}::bigint where ${isAdmin}
            union all select 'candidate', 'CANDIDATE_MODEL_MONTHLY_TOKENS', ${config.candidate?.monthlyTokens ?? null}::bigint
            where ${isAdmin}
          ) as budgets using (subject)
        ) as days where used >= 0.8 * monthly group by subject`,
      ),
      "link.unused": select(
        sql`id::text as subject, expires_at - interval '24 hours' as at, email as title`,
        sql`from invitations where created_by = ${id} and used_at is null and revoked_at is null
          and expires_at > ${at} and expires_at <= ${at} + interval '24 hours'`,
      ),
      "erasure.due": select(
        sql`id::text as subject, requested_at as at, thing as title`,
        sql`from erasures where status = 'requested' and due_at is not null and requested_by <> ${id}`,
        sql`false`,
      ),
    }),
  };
}
