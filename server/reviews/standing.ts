import { inGroups } from "#server/db/in-groups.ts";
import type { Database, TimedQuery } from "#server/db/open.ts";
import { GatewayError } from "#server/error.ts";

/** What review says of a task and an input at this moment. */
export interface Standing {
  /** A binding is in force: the release accepts the task. */
  readonly bound: boolean;
  /** An approval is in force: the input has passed quality review for the task. */
  readonly approved: boolean;
}

export interface ReviewQuestion {
  readonly release: string;
  readonly taskId: string;
  readonly inputId: string;
}

/** Looks up the standing: in the database each time, so that a revocation is in force at once. */
export type LookUpStanding = (question: ReviewQuestion) => Promise<Standing>;

const GROUP = 128;
const LOOK_UP_MS = 3_000;

const LOOK_UP = `
  select exists (select from bindings b
                 where b.release = q.release and b.task_id = q.task_id and b.revoked_at is null) as bound,
         exists (select from approvals a
                 where a.input_id = q.input_id and a.task_id = q.task_id and a.revoked_at is null) as approved
  from unnest($1::text[], $2::text[], $3::text[]) with ordinality as q (release, task_id, input_id, place)
  order by q.place`;

export function createStandingLookUp(database: Database): LookUpStanding {
  const lookUp = inGroups<ReviewQuestion, Standing>(async (questions) => {
    const statement: TimedQuery = {
      name: "standing",
      text: LOOK_UP,
      values: [
        questions.map(({ release }) => release),
        questions.map(({ taskId }) => taskId),
        questions.map(({ inputId }) => inputId),
      ],
      query_timeout: LOOK_UP_MS,
    };
    const { rows } = await database.pool.query<Standing>(statement);
    return rows;
  }, GROUP);
  return async (question) => {
    try {
      return await lookUp(question);
    } catch (error) {
      throw new GatewayError("AUDIT_UNAVAILABLE", { retryAfter: 5, detail: String(error), cause: error });
    }
  };
}
