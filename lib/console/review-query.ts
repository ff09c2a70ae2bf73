import type { SearchParams } from "./page-query.ts";
import type { ReviewQuery } from "./routes.ts";

/**
 * The filters of the review queue, out of its address: what is not right there counts as not given. By hand, without
 * zod, for the queue brings this to the browser.
 */

const ORIGINS = ["console", "import", "caller"] as const;

const TURNS = ["me", "others"] as const;
const DIGEST = /^sha256:[a-f0-9]{64}$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const PAGE = 50;

export function readReviewQuery(params: SearchParams): ReviewQuery {
  return {
    task: matching(params.task, DIGEST),
    origin: ORIGINS.find((origin) => origin === params.origin),
    turn: TURNS.find((turn) => turn === params.turn),
    after: matching(params.after, UUID),
    decided: matching(params.decided, UUID),
  };
}

/** What `reviews.queue` is asked for a query. */
export function queueInput(query: ReviewQuery) {
  return { ...filterOf(query), after: query.after, limit: PAGE };
}

/** What `reviews.neighbours` is asked: by itself, the way leads through what the reader can decide on. */
export function neighboursInput(query: ReviewQuery, submissionId: string) {
  return { ...filterOf({ ...query, turn: query.turn ?? "me" }), submissionId };
}

/** What the overview asks of the queue: what others have laid before the reviewers, and how many wait. */
export const OVERVIEW_QUEUE = { mine: false, limit: 4 };

function filterOf({ task, origin, turn }: ReviewQuery) {
  return { taskId: task, origin, mine: turn === undefined ? undefined : turn === "others" };
}

function matching(value: string | string[] | undefined, pattern: RegExp): string | undefined {
  return typeof value === "string" && pattern.test(value) ? value : undefined;
}
