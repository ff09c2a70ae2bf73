import * as z from "zod/mini";
import { ERROR_CODES } from "#lib/contract/error-table.ts";
import { ALL_EVENT_KINDS, SHOWN_EVENTS, type ShownEvents } from "#lib/domain/audit-events.ts";
import { actorId, day, digest, id, instant, release, sequence, startOf } from "#lib/domain/identifiers.ts";
import { defineFilter, type FilterOf } from "./filter.ts";
import { PAGE } from "./lists.ts";
import { routes } from "./routes.ts";

const code = z.enum(ERROR_CODES);
const kind = z.enum(ALL_EVENT_KINDS);

const FIELDS = {
  show: z.enum(Object.keys(SHOWN_EVENTS) as ShownEvents[]),
  code,
  request: id,
  /** The id of a credential or a member, or a name or an e-mail address that has this in it. */
  who: actorId,
  task: digest,
  release,
  /** Days in UTC: from the start of one, before the start of the other. */
  from: day,
  before: day,
  after: sequence,
};

export type AuditQuery = FilterOf<typeof FIELDS>;

/** The filter of the audit log in the address of its page. */
export const auditFilter = defineFilter(FIELDS, routes.auditLog);

/** The same filter in the input of `audit.list`. */
export const auditFilterInput = {
  kind: z.optional(kind),
  kinds: z.optional(z.array(kind).check(z.minLength(1), z.maxLength(ALL_EVENT_KINDS.length))),
  code: z.optional(code),
  requestId: z.optional(id),
  actorId: z.optional(actorId),
  release: z.optional(release),
  taskId: z.optional(digest),
  from: z.optional(instant),
  before: z.optional(instant),
};

/** The input of `audit.list` for a page. */
export function auditInput({ show = "attempts", code, request, who, task, release, from, before, after }: AuditQuery) {
  const { kinds } = SHOWN_EVENTS[show];
  return {
    kinds: kinds === undefined ? undefined : [...kinds],
    code,
    requestId: request,
    actorId: who,
    taskId: task,
    release,
    from: from && startOf(from),
    before: before && startOf(before),
    after: after === undefined ? undefined : Number(after),
    limit: PAGE,
  };
}
